import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Address, encodeFunctionData, erc20Abi, parseAbi, parseEther } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WalletKitEvent } from '#core/events.ts'
import { accountDepsOf } from '#react/account/account-deps.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
  vi.useRealTimers()
})

const ROUTER: Address = '0x10ED43C718714eb63d5aA57B78B54704E256024E'
const THIEF: Address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const WRAPPED: Address = '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'
const CAKE: Address = '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82'
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const ROUTER_ABI = parseAbi([
  'function swapExactETHForTokens(uint256 minimum, address[] path, address receiver, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amount, uint256 minimum, address[] path, address receiver, uint256 deadline)',
])

const onBsc = (address: string) => `eip155:56:${address}`
const quantity = (numeric: string) => ({ decimals: '18', numeric })

const TOKENS = [
  { name: 'BNB', symbol: 'BNB', address: onBsc(NATIVE), decimals: 18, logoUri: '' },
  { name: 'PancakeSwap', symbol: 'CAKE', address: onBsc(CAKE), decimals: 18, logoUri: '' },
]
const BALANCES = [
  { name: 'BNB', symbol: 'BNB', price: 600, quantity: quantity('10') },
  { name: 'PancakeSwap', symbol: 'CAKE', price: 2, quantity: quantity('50'), address: onBsc(CAKE) },
].map((balance) => ({ ...balance, chainId: 'eip155:56', iconUrl: '' }))

type Reply = { status?: number; body: unknown }

/** The built swap of 1 BNB, which an honest service sends; CAKE the other way round. */
function builtSwap(receiver: Address = TEST_ADDRESS, isReverse = false) {
  const minimum = parseEther('297')
  const data = isReverse
    ? encodeFunctionData({
        abi: ROUTER_ABI,
        functionName: 'swapExactTokensForETH',
        args: [parseEther('1'), minimum, [CAKE, WRAPPED], receiver, 9n],
      })
    : encodeFunctionData({
        abi: ROUTER_ABI,
        functionName: 'swapExactETHForTokens',
        args: [minimum, [WRAPPED, CAKE], receiver, 9n],
      })
  const value = isReverse ? '0' : `${parseEther('1')}`
  const tx = {
    from: onBsc(TEST_ADDRESS),
    to: onBsc(ROUTER),
    data,
    value,
    amount: `${parseEther('1')}`,
  }
  const eip155 = { gas: 200_000, gasPrice: '1' }
  const [toAmount, minimumToAmount] = [`${parseEther('300')}`, `${minimum}`]
  return { body: { tx: { ...tx, eip155 }, toAmount, minimumToAmount, deadline: 9 } }
}

function builtApproval(spender: Address) {
  const args = [spender, parseEther('1')] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  const tx = { from: onBsc(CAKE), to: onBsc(CAKE), data, value: '0' }
  return { body: { tx: { ...tx, eip155: { gas: 50_000, gasPrice: '1' } } } }
}

function quoteOf(query: URLSearchParams): Reply {
  const [fromAccount, toAccount] = [query.get('from'), query.get('to')]
  const amounts = { fromAmount: query.get('amount'), toAmount: `${parseEther('300')}` }
  const more = { id: 'q1', priceImpact: 0.4, route: [], expiresAt: 9 }
  return { body: { quotes: [{ ...amounts, fromAccount, toAccount, ...more }] } }
}

/** Opens the view with a service whose routes a test may replace. */
async function openSwap(routes: Record<string, Reply> = {}, data?: object, decimals = 18) {
  let allowance = '0'
  const emitted: WalletKitEvent[] = []
  service = await startTestService((path) => {
    const query = service?.requests.at(-1)?.searchParams ?? new URLSearchParams()
    const standard: Record<string, Reply> = {
      'supported-chains': { body: { http: ['eip155:56'], ws: [] } },
      balance: { body: { balances: BALANCES } },
      tokens: { body: { tokens: TOKENS } },
      price: { body: { fungibles: [{ name: 'C', symbol: 'C', iconUrl: '', price: 2 }] } },
      quotes: quoteOf(query),
      allowance: { body: { allowance } },
      'build-approve': builtApproval(ROUTER),
      'build-transaction': builtSwap(),
    }
    const last = path.split('/').at(-1) ?? ''
    return routes[last] ?? standard[last] ?? { status: 404, body: '' }
  })
  const { kit } = await openAccountView('Account', {
    servicesUrl: service.url,
    onEvent: (event) => emitted.push(event),
  })
  const { chain } = accountDepsOf(kit)
  chain.getTokenDecimals = () => Promise.resolve(decimals)
  const sendCall = vi.fn<typeof chain.sendCall>(() => Promise.resolve('0x01'))
  chain.sendCall = sendCall
  chain.isMined = () => {
    allowance = `${parseEther('1')}`
    return Promise.resolve(true)
  }
  act(() => kit.modal.open('Swap', data))
  const requested = (end: string) =>
    service?.requests.filter((url) => url.pathname.endsWith(end)) ?? []
  return { kit, sendCall, emitted, requested, toast: () => kit.toasts.getState().toast?.text }
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const ONE_BNB = { fromToken: 'BNB', toToken: 'CAKE', amount: '1' }
const ONE_CAKE = { fromToken: 'CAKE', toToken: 'BNB', amount: '1' }

describe('Swap', () => {
  test('chooses a token, quotes and reviews', async () => {
    const { kit } = await openSwap()
    // Beside the amount, and in place of the review.
    const choices = await screen.findAllByRole('button', { name: 'Select token' })
    expect(choices).toHaveLength(2)
    await userEvent.click(choices.at(-1) as HTMLElement)
    await userEvent.click(await button(/^PancakeSwap/))
    expect((await button('Enter amount')).disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('You pay'), '11')
    expect((await button('Insufficient balance')).disabled).toBe(true)
    await userEvent.clear(screen.getByLabelText('You pay'))
    await userEvent.type(screen.getByLabelText('You pay'), '1')
    expect(await screen.findByText('297 CAKE')).toBeDefined()
    expect(screen.getByText('1 BNB = 300 CAKE')).toBeDefined()
    await userEvent.click(await button('Review swap'))
    await waitFor(() => expect(kit.router.current().view).toBe('SwapPreview'))
  })
  test('requests no quote for more than a contract can count', async () => {
    const { requested } = await openSwap({}, { ...ONE_BNB, amount: '9'.repeat(60) })
    expect((await button('Insufficient balance')).disabled).toBe(true)
    // Longer than the debounce of quotes.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await userEvent.clear(screen.getByLabelText('You pay'))
    await userEvent.type(screen.getByLabelText('You pay'), '1')
    expect(await screen.findByText('297 CAKE')).toBeDefined()
    expect(requested('quotes')).toHaveLength(1)
  })
  test('keeps large amounts exact when the tokens are reversed', async () => {
    const toAmount = `${parseEther('1234567.890123456789012345')}`
    const quote = { id: null, fromAmount: `${parseEther('1')}`, toAmount, priceImpact: 0 }
    const accounts = { fromAccount: onBsc(NATIVE), toAccount: onBsc(CAKE), route: [], expiresAt: 9 }
    await openSwap({ quotes: { body: { quotes: [{ ...quote, ...accounts }] } } }, ONE_BNB)
    await waitFor(async () => expect((await button('Review swap')).disabled).toBe(false))
    await userEvent.click(await button('Swap the two tokens around'))
    const { value } = screen.getByLabelText<HTMLInputElement>('You pay')
    expect(value).toBe('1234567.890123456789012345')
  })
  test.each([
    [422, 'swap.no-route', 'No pool has enough of these tokens. Try a smaller amount.'],
    [400, 'other', 'The price could not be fetched. Try again.'],
  ])('error: says why there is no quote (%i %s)', async (status, code, text) => {
    const problem = { type: 'about:blank', title: 't', status, code }
    await openSwap({ quotes: { status, body: problem } }, ONE_BNB)
    expect(await screen.findByText(text)).toBeDefined()
    expect((await button('Review swap')).disabled).toBe(true)
  })
  test('error: says that there is no exchange', async () => {
    await openSwap({ tokens: { status: 404, body: '' } })
    expect(await screen.findByText('Swaps are not offered here')).toBeDefined()
  })
})

describe('SwapPreview', () => {
  const review = async () => userEvent.click(await waitForEnabled('Review swap'))

  test('sends a swap of coins once, without an approval', async () => {
    const { kit, sendCall, emitted, requested, toast } = await openSwap({}, ONE_BNB)
    await review()
    expect(emitted).toContainEqual(expect.objectContaining({ event: 'INITIATE_SWAP' }))
    await userEvent.dblClick(await waitForEnabled('Swap'))
    await waitFor(() => expect(toast()).toBe('Swapped BNB to 300 CAKE'))
    expect(sendCall).toHaveBeenCalledTimes(1)
    expect(sendCall.mock.calls[0]?.[0]).toMatchObject({ to: ROUTER, value: parseEther('1') })
    expect(kit.router.current().view).toBe('Account')
    // The coin needs no allowance.
    expect(requested('allowance')).toEqual([])
    expect(emitted.filter(({ event }) => /_SWAP$|^SWAP_/.test(event)).slice(-2)).toMatchObject([
      { event: 'INITIATE_SWAP' },
      { event: 'SWAP_SUCCESS' },
    ])
    expect(JSON.stringify(emitted)).not.toContain(TEST_ADDRESS)
  })
  test('approves exactly the amount, then swaps', async () => {
    const routes = { 'build-transaction': builtSwap(TEST_ADDRESS, true) }
    const { sendCall, toast } = await openSwap(routes, ONE_CAKE)
    await review()
    expect(await screen.findByText(/exactly 1 CAKE/)).toBeDefined()
    await userEvent.click(await waitForEnabled('Approve CAKE'))
    await userEvent.click(await waitForEnabled('Swap'))
    await waitFor(() => expect(toast()).toBe('Swapped CAKE to 300 BNB'))
    expect(sendCall.mock.calls.map(([{ to }]) => to)).toEqual([CAKE, ROUTER])
  })
  test.each([
    ['another receiver', { 'build-transaction': builtSwap(THIEF) }, ONE_BNB],
    ['another spender', { 'build-approve': builtApproval(THIEF) }, ONE_CAKE],
  ])('error: sends nothing when the service names %s', async (_what, routes, data) => {
    const { sendCall } = await openSwap(routes, data)
    await review()
    expect(await screen.findByText(/another transaction than the one shown/)).toBeDefined()
    expect(sendCall).not.toHaveBeenCalled()
  })
  test('error: sends nothing when a token has other decimals than the service says', async () => {
    const { sendCall } = await openSwap({}, ONE_BNB, 6)
    await review()
    expect(await screen.findByText(/number of decimals differs/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Swap' })).toBeNull()
    expect(sendCall).not.toHaveBeenCalled()
  })
  test('error: sends nothing when the service lies after the review', async () => {
    const routes: Record<string, Reply> = {}
    const { sendCall, toast } = await openSwap(routes, ONE_BNB)
    await review()
    const swap = await waitForEnabled('Swap')
    routes['build-transaction'] = builtSwap(THIEF)
    await userEvent.click(swap)
    await waitFor(() => expect(toast()).toMatch(/another transaction than the one shown/))
    expect(sendCall).not.toHaveBeenCalled()
  })
  test('error: refuses a quote older than 30 s', async () => {
    const routes: Record<string, Reply> = {}
    const { sendCall, toast } = await openSwap(routes, ONE_BNB)
    await review()
    const swap = await waitForEnabled('Swap')
    routes['quotes'] = { status: 400, body: '' }
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 31_000)
    await userEvent.click(swap)
    await waitFor(() => expect(toast()).toMatch(/out of date/))
    expect(sendCall).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
  test('error: a rejection in the wallet leaves the review open', async () => {
    const { kit, sendCall, toast } = await openSwap({}, ONE_BNB)
    await review()
    sendCall.mockRejectedValueOnce(Object.assign(new Error('User rejected'), { code: 4001 }))
    await userEvent.click(await waitForEnabled('Swap'))
    await waitFor(() => expect(toast()).toBe('Transaction declined'))
    expect(kit.router.current().view).toBe('SwapPreview')
  })
})

async function waitForEnabled(name: string): Promise<HTMLButtonElement> {
  await waitFor(async () => expect((await button(name)).disabled).toBe(false))
  return button(name)
}
