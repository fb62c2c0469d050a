import type { AppConfig } from '@bullring/game-api/config'
import { toEpoch, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createConfig, http, mock, WagmiProvider } from 'wagmi'
import { connect } from 'wagmi/actions'
import { AppQueryClientContext } from '#api/app-query-client.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import { canBatch } from '#chain/contract/batch-calls.ts'
import { claimEpochs, claimTogether } from '#chain/contract/prediction-contract.ts'
import { openSafe } from '#chain/safe/open-safe.ts'
import { safe, setSafe } from '#chain/safe/safe.ts'
import { chainDefinition } from '#chain/wallet/chain-definition.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { useClaim } from './use-claim.ts'

vi.mock('#chain/contract/prediction-contract.ts', () => ({
  claimEpochs: vi.fn(),
  claimTogether: vi.fn(),
}))
vi.mock('#chain/contract/batch-calls.ts', () => ({ canBatch: vi.fn() }))

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER_ACCOUNT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const epochs = [toEpoch(9n), toEpoch(6n)] as const
const chain = {
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: ['/rpc'],
  explorerUrl: null,
}
/** The fields of the configuration that a claim needs. */
const BTC_MARKET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const appConfig = {
  chain,
  markets: { BNB: { prediction: account }, BTC: { prediction: BTC_MARKET } },
} as unknown as AppConfig

function setUp(claimByKey?: Parameters<typeof useClaim>[2]) {
  const toasts = createToastStore()
  const definition = chainDefinition(chain, 'http://127.0.0.1:1')
  const connector = mock({ accounts: [OTHER_ACCOUNT] })
  const config = createConfig({ chains: [definition], transports: { [chain.id]: http() } })
  /** Connects another account than the one that claims. */
  const switchAccount = () => connect(config, { connector })
  const onClaimed = vi.fn()
  const client = new QueryClient()
  /** Provides what the page of one market provides. */
  const marketPage = (marketClient: QueryClient) => {
    return ({ children }: { children: ReactNode }) => (
      <AppConfigContext value={appConfig}>
        <ToastContext value={toasts}>
          <WagmiProvider config={config}>
            <AppQueryClientContext value={client}>
              <QueryClientProvider client={marketClient}>{children}</QueryClientProvider>
            </AppQueryClientContext>
          </WagmiProvider>
        </ToastContext>
      </AppConfigContext>
    )
  }
  const useShown = ({ shown }: { shown: Address }) => useClaim(shown, onClaimed, claimByKey)
  const initialProps: { shown: Address } = { shown: account }
  const { result, rerender, unmount } = renderHook(useShown, {
    wrapper: marketPage(client),
    initialProps,
  })
  const switchMarket = () => {
    unmount()
    const wrapper = marketPage(new QueryClient())
    return renderHook(useShown, { wrapper, initialProps }).result
  }
  const show = (shown: Address) => rerender({ shown })
  const texts = () => toasts.getSnapshot().toasts.map(({ text }) => text)
  const details = () => toasts.getSnapshot().toasts.map(({ detail }) => detail)
  return { result, onClaimed, texts, details, switchAccount, switchMarket, show }
}

beforeEach(() => {
  vi.mocked(claimEpochs).mockReset()
  vi.mocked(claimTogether).mockReset()
  vi.mocked(canBatch).mockReset().mockResolvedValue(false)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  window.history.replaceState(null, '', '/')
  vi.restoreAllMocks()
})

test('claims all epochs in one transaction and reports the claim', async () => {
  vi.mocked(claimEpochs).mockResolvedValue('0xab')
  const { result, onClaimed, texts } = setUp()
  act(() =>
    result.current.claim({ account, rounds: [{ symbol: 'BNB', epochs }], place: 'history' }),
  )
  await expect.poll(() => onClaimed.mock.calls.length).toBe(1)
  expect(vi.mocked(claimEpochs).mock.calls[0]?.slice(1)).toMatchObject([
    { prediction: account, chainId: chain.id },
    { account, epochs },
  ])
  await expect.poll(texts).toEqual(['Claim successful'])
})

test('leaves out rounds that a request in Safe collects, but where that request goes on', async () => {
  openSafe(window)
  onTestFinished(() => {
    setSafe(null)
    localStorage.clear()
  })
  const [first, second] = epochs
  const parts = [{ prediction: account, epochs: [first] }] as const
  const HASH = `0x${'ab'.repeat(32)}`
  safe()?.keep(HASH, { kind: 'claim', account, parts, isBatch: false })
  vi.mocked(claimEpochs).mockResolvedValue('0xab')
  const goOn = vi.fn(() => Promise.resolve(true))
  const rounds = [{ symbol: 'BNB', epochs }]
  for (const { result } of [setUp(), setUp(goOn)]) {
    act(() => result.current.claim({ account, rounds, place: 'history' }))
  }
  await expect
    .poll(() => vi.mocked(claimEpochs).mock.lastCall?.[2])
    .toEqual({ account, epochs: [second] })
  await expect.poll(() => goOn.mock.calls).toEqual([[account, epochs]])
})

test.each([
  ['collects by the key of a session without the wallet', true, 0],
  ['asks the wallet as usual where the key cannot collect', false, 1],
])('%s (R-TAP-6)', async (_, isCollected, requests) => {
  vi.mocked(claimEpochs).mockResolvedValue('0xab')
  const claimByKey = vi.fn(() => Promise.resolve(isCollected))
  const { result, onClaimed, texts } = setUp(claimByKey)
  act(() =>
    result.current.claim({ account, rounds: [{ symbol: 'BNB', epochs }], place: 'history' }),
  )
  await expect.poll(texts).toEqual(['Claim successful'])
  expect(claimByKey).toHaveBeenCalledExactlyOnceWith(account, epochs)
  expect(claimEpochs).toHaveBeenCalledTimes(requests)
  expect(onClaimed).toHaveBeenCalledOnce()
})

test('claims more rounds than fit into a transaction in several, and keeps what succeeded', async () => {
  const all = Array.from({ length: 230 }, (_, index) => toEpoch(BigInt(index + 1)))
  vi.mocked(claimEpochs)
    .mockResolvedValueOnce('0xab')
    .mockResolvedValueOnce('0xac')
    .mockRejectedValueOnce({ code: 4001, message: 'no' })
  const { result, onClaimed, texts } = setUp()
  act(() =>
    result.current.claim({ account, rounds: [{ symbol: 'BNB', epochs: all }], place: 'history' }),
  )
  await expect.poll(texts).toEqual(['Transaction cancelled', '200 rounds collected'])
  expect(onClaimed.mock.calls.map(([claim]) => claim.epochs.length)).toEqual([100, 100])
  const sent = vi.mocked(claimEpochs).mock.calls.map(([, , { epochs: part }]) => part)
  expect(sent.flat()).toEqual(all)
})

test('says how much was collected where all payouts are known', async () => {
  vi.mocked(claimEpochs).mockResolvedValue('0xab')
  const { result, details } = setUp()
  const payouts = new Map(epochs.map((epoch) => [epoch, toWei(48n * 10n ** 15n)]))
  const rounds = [{ symbol: 'BNB', epochs, payouts }]
  act(() => result.current.claim({ account, rounds, place: 'card' }))
  await expect.poll(details).toEqual(['+0.0960 BNB collected'])
})

test('says which of several transactions to one market is running', async () => {
  const first = Promise.withResolvers<`0x${string}`>()
  const all = Array.from({ length: 130 }, (_, index) => toEpoch(BigInt(index + 1)))
  vi.mocked(claimEpochs).mockReturnValueOnce(first.promise).mockResolvedValueOnce('0xac')
  const { result, texts } = setUp()
  act(() =>
    result.current.claim({ account, rounds: [{ symbol: 'BNB', epochs: all }], place: 'history' }),
  )
  await expect.poll(() => result.current.claimStep).toEqual({ at: 1, count: 2 })
  act(() => first.resolve('0xab'))
  await expect.poll(texts).toEqual(['Claim successful'])
  expect(result.current.claimStep).toBeNull()
})

const bothMarkets = [
  { symbol: 'BTC', epochs: [toEpoch(4n)] },
  { symbol: 'BNB', epochs },
]

test('claims from each market with its own transaction and says which is running', async () => {
  const first = Promise.withResolvers<`0x${string}`>()
  vi.mocked(claimEpochs).mockReturnValueOnce(first.promise).mockResolvedValueOnce('0xac')
  const { result, onClaimed, texts } = setUp()
  act(() => result.current.claim({ account, rounds: bothMarkets, place: 'history' }))
  await expect.poll(() => result.current.claimStep).toEqual({ at: 1, count: 2 })
  expect(result.current.isClaiming).toBe(true)
  act(() => first.resolve('0xab'))
  await expect.poll(texts).toEqual(['Claim successful'])
  expect(vi.mocked(claimEpochs).mock.calls.map(([, market]) => market.prediction)).toEqual([
    BTC_MARKET,
    account,
  ])
  expect(onClaimed.mock.calls).toEqual(bothMarkets.map((rounds) => [{ account, ...rounds }]))
  expect(result.current.claimStep).toBeNull()
  await expect.poll(() => result.current.isClaiming).toBe(false)
})

test('claims from all markets at once where the wallet batches calls', async () => {
  vi.mocked(canBatch).mockResolvedValue(true)
  vi.mocked(claimTogether).mockResolvedValue()
  const { result, onClaimed, texts, details } = setUp()
  act(() => result.current.claim({ account, rounds: bothMarkets, place: 'history' }))
  await expect.poll(texts).toEqual(['Claim successful'])
  expect(details()).toEqual(['3 rounds collected'])
  expect(vi.mocked(claimTogether).mock.calls[0]?.slice(1)).toEqual([
    { account, chainId: chain.id },
    [
      { prediction: BTC_MARKET, epochs: [toEpoch(4n)] },
      { prediction: account, epochs },
    ],
  ])
  expect(onClaimed.mock.calls).toEqual(bothMarkets.map((rounds) => [{ account, ...rounds }]))
  expect(vi.mocked(claimEpochs)).not.toHaveBeenCalled()
})

test('claims more rounds than fit into one transaction in turn, also where the wallet batches calls', async () => {
  vi.mocked(canBatch).mockResolvedValue(true)
  vi.mocked(claimEpochs).mockResolvedValue('0xab')
  const { result, texts } = setUp()
  const many = Array.from({ length: 100 }, (_, index) => toEpoch(BigInt(index + 1)))
  const rounds = [
    { symbol: 'BNB', epochs: many },
    { symbol: 'BTC', epochs },
  ]
  act(() => result.current.claim({ account, rounds, place: 'history' }))
  await expect.poll(texts).toEqual(['Claim successful'])
  expect(claimTogether).not.toHaveBeenCalled()
  expect(claimEpochs).toHaveBeenCalledTimes(2)
})

test('error: a batch that the user rejects claims nothing', async () => {
  vi.mocked(canBatch).mockResolvedValue(true)
  vi.mocked(claimTogether).mockRejectedValue({ code: 4001, message: 'no' })
  const { result, onClaimed, texts } = setUp()
  act(() => result.current.claim({ account, rounds: bothMarkets, place: 'history' }))
  await expect.poll(texts).toEqual(['Transaction cancelled'])
  expect(onClaimed).not.toHaveBeenCalled()
  expect(vi.mocked(claimEpochs)).not.toHaveBeenCalled()
})

test('error: one market that fails does not keep back the other', async () => {
  vi.mocked(claimEpochs)
    .mockRejectedValueOnce({ code: 4001, message: 'no' })
    .mockResolvedValueOnce('0xac')
  const { result, onClaimed, texts, details } = setUp()
  act(() => result.current.claim({ account, rounds: bothMarkets, place: 'history' }))
  await expect.poll(texts).toEqual(['Transaction cancelled', '2 rounds collected'])
  expect(details()).toEqual(['BTC market', undefined])
  expect(onClaimed.mock.calls).toEqual([[{ account, symbol: 'BNB', epochs }]])
})

test('shows that there is nothing to claim and sends nothing', () => {
  const { result, texts } = setUp()
  act(() => result.current.claim({ account, rounds: [], place: 'history' }))
  expect(texts()).toEqual(['No uncollected winnings to claim'])
  expect(claimEpochs).not.toHaveBeenCalled()
})

test('reloads the page 3 s after the wallet was lost', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  vi.mocked(claimEpochs).mockRejectedValue(new Error('Signer not available'))
  const { result, texts } = setUp()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  act(() =>
    result.current.claim({ account, rounds: [{ symbol: 'BNB', epochs }], place: 'history' }),
  )
  await expect.poll(texts).toEqual(['Wallet connection issue. Refreshing page in 3 seconds...'])
  await vi.advanceTimersByTimeAsync(2_900)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('error: reports a claim that fails because the code does not load', async () => {
  vi.doMock('@bullring/wallet-kit/failure', () => Promise.reject(new TypeError('Failed to fetch')))
  onTestFinished(() => void vi.doUnmock('@bullring/wallet-kit/failure'))
  const { result, texts } = setUp()
  act(() => result.current.claim({ account, rounds: [{ symbol: 'BNB', epochs }], place: 'card' }))
  await expect.poll(texts).toEqual(['Claim failed, please try again'])
  expect(claimEpochs).not.toHaveBeenCalled()
})

test('names the account that has claimed if the wallet has switched to another one meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<'0xab'>()
  vi.mocked(claimEpochs).mockReturnValue(promise)
  const { result, details, switchAccount } = setUp()
  act(() => result.current.claim({ account, rounds: [{ symbol: 'BNB', epochs }], place: 'card' }))
  await act(switchAccount)
  await act(async () => resolve('0xab'))
  await vi.waitFor(() => expect(details()).toHaveLength(1))
  expect(details()[0]).toMatch(/^0x7099\u202679C8: /)
})

test.each([
  ['fails', () => Promise.reject({ code: 4001, message: 'no' }), 'BNB'],
  ['succeeds', () => Promise.resolve('0xab' as const), 'BNB: 2 rounds collected'],
])(
  'names the market of a claim that %s once the page shows another one',
  async (_, end, detail) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    vi.mocked(claimEpochs).mockImplementation(() => promise.then(end))
    const { result, details } = setUp()
    act(() => result.current.claim({ account, rounds: [{ symbol: 'BNB', epochs }], place: 'card' }))
    await expect.poll(() => vi.mocked(claimEpochs).mock.calls.length).toBe(1)
    window.history.replaceState(null, '', '/?market=BTC')
    await act(async () => resolve())
    await vi.waitFor(() => expect(details()).toEqual([detail]))
  },
)

test('a claim that waits in the wallet of one account does not keep another one from claiming', async () => {
  const approval = Promise.withResolvers<`0x${string}`>()
  vi.mocked(claimEpochs).mockReturnValueOnce(approval.promise)
  const { result, show, onClaimed } = setUp()
  const rounds = [{ symbol: 'BNB', epochs }]
  act(() => result.current.claim({ account, rounds, place: 'history' }))
  await expect.poll(() => result.current.isClaiming).toBe(true)
  show(OTHER_ACCOUNT)
  expect(result.current.isClaiming).toBe(false)
  vi.mocked(claimEpochs).mockResolvedValueOnce('0xab')
  act(() => result.current.claim({ account: OTHER_ACCOUNT, rounds, place: 'history' }))
  await expect.poll(() => onClaimed.mock.calls.length).toBe(1)
  show(account)
  expect(result.current.isClaiming).toBe(true)
  await act(async () => approval.resolve('0xac'))
  await expect.poll(() => result.current.isClaiming).toBe(false)
  expect(onClaimed).toHaveBeenCalledTimes(2)
})

test('the end of one claim leaves the step of another account', async () => {
  const { result, show } = setUp()
  const rounds = ['BNB', 'BTC'].map((symbol) => ({ symbol, epochs }))
  const claim = (of: Address) =>
    act(() => result.current.claim({ account: of, rounds, place: 'history' }))
  const first = Promise.withResolvers<`0x${string}`>()
  vi.mocked(claimEpochs).mockReturnValueOnce(first.promise)
  claim(account)
  await expect.poll(() => result.current.claimStep).toEqual({ at: 1, count: 2 })
  show(OTHER_ACCOUNT)
  expect(result.current.claimStep).toBeNull()
  vi.mocked(claimEpochs).mockReturnValueOnce(new Promise(() => undefined))
  claim(OTHER_ACCOUNT)
  await expect.poll(() => result.current.claimStep).toEqual({ at: 1, count: 2 })
  vi.mocked(claimEpochs).mockResolvedValueOnce('0xab')
  await act(async () => first.resolve('0xac'))
  show(account)
  await expect.poll(() => result.current.isClaiming).toBe(false)
  show(OTHER_ACCOUNT)
  expect(result.current.claimStep).toEqual({ at: 1, count: 2 })
})

test('a claim that waits in the wallet is known to the page of another market', async () => {
  const first = Promise.withResolvers<`0x${string}`>()
  vi.mocked(claimEpochs).mockReturnValueOnce(first.promise).mockResolvedValueOnce('0xac')
  const { result, switchMarket, texts } = setUp()
  act(() => result.current.claim({ account, rounds: bothMarkets, place: 'history' }))
  await expect.poll(() => result.current.claimStep).toEqual({ at: 1, count: 2 })
  const other = switchMarket()
  expect(other.current.isClaiming).toBe(true)
  expect(other.current.claimStep).toEqual({ at: 1, count: 2 })
  await act(async () => first.resolve('0xab'))
  await expect.poll(texts).toEqual(['Claim successful'])
  await expect.poll(() => other.current.isClaiming).toBe(false)
  expect(other.current.claimStep).toBeNull()
})
