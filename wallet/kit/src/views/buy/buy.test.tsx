import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WalletKitEvent } from '#core/events.ts'
import type { View } from '#core/modal/views.ts'
import type { KitOptions } from '#core/options.ts'
import { accountDepsOf } from '#react/account/account-deps.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
  vi.restoreAllMocks()
})

type Reply = { status?: number; body: unknown }

const COIN = {
  id: 'BNB',
  name: 'BNB',
  symbol: 'BNB',
  networks: [{ name: 'eip155:56', display_name: 'BSC', chain_id: '56', contract_address: '' }],
}
const fiat = (id: string) => ({
  id,
  payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }],
})
const PLAY_MONEY = { id: 'play-money', name: 'Play money', isPlayMoney: true, hasQuotes: true }
const OPTIONS = {
  paymentCurrencies: [fiat('USD'), fiat('EUR')],
  purchaseCurrencies: [COIN],
  providers: [PLAY_MONEY],
}
const NOTHING = { paymentCurrencies: [], purchaseCurrencies: [], providers: [] }

function quoteOf(request: unknown): Reply {
  const { amount, paymentCurrency } = request as { amount: string; paymentCurrency: { id: string } }
  const money = (value: string) => ({ amount: value, currency: paymentCurrency.id })
  return {
    body: {
      paymentTotal: money(amount),
      paymentSubtotal: money(amount),
      quoteId: 'q',
      coinbaseFee: money('0.00'),
      networkFee: money('0.00'),
      purchaseAmount: { amount: `${Number(amount) / 800}`, currency: 'BNB' },
    },
  }
}

function purchase(state: 'SUCCESS' | 'IN_PROGRESS' | 'FAILED', id = 'p1') {
  return {
    id,
    metadata: {
      operationType: 'bought',
      hash: '',
      chain: 'eip155:56',
      nonce: 0,
      minedAt: '2026-11-22T10:00:00Z',
      sentFrom: 'a',
      sentTo: TEST_ADDRESS,
      status: `ONRAMP_TRANSACTION_STATUS_${state}`,
    },
    transfers: [
      {
        fungible_info: { name: 'BNB', symbol: 'BNB', icon: { url: '' } },
        direction: 'in',
        quantity: { numeric: '0.0625' },
      },
    ],
  }
}

/** Opens a view with a service whose replies a test may change while it runs. */
async function open(view: View, given: Record<string, Reply> = {}, options?: Partial<KitOptions>) {
  const replies: Record<string, Reply> = {
    options: { body: OPTIONS },
    'supported-chains': { body: { http: ['eip155:56'], ws: [] } },
    history: { body: { data: [], next: null } },
    ...given,
  }
  const bodies: Record<string, unknown> = {}
  service = await startTestService((path, { body }) => {
    const last = path.split('/').at(-1) ?? ''
    bodies[last] = body
    if (last === 'quote') return replies[last] ?? quoteOf(body)
    if (last === 'onrampurl') {
      return replies[last] ?? { body: { url: `${service?.url}/checkout/p1`, purchaseId: 'p1' } }
    }
    return replies[last] ?? { status: 404, body: '' }
  })
  const popup = { closed: false, opener: {}, close: vi.fn(), location: { replace: vi.fn() } }
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(popup as never)
  const emitted: WalletKitEvent[] = []
  const { kit } = await openAccountView(view, {
    servicesUrl: service.url,
    onEvent: (event) => emitted.push(event),
    ...options,
  })
  return { kit, replies, bodies, popup, openWindow, emitted }
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const click = async (name: string | RegExp) => userEvent.click(await button(name))

/** Starts a purchase of 50 USD. */
async function buy(replies?: Record<string, Reply>) {
  const opened = await open('OnRampProviders', replies)
  const input = await screen.findByLabelText('You pay')
  await userEvent.clear(input)
  await userEvent.type(input, '50')
  await click(/^Play money/)
  return opened
}

describe('OnRampProviders', () => {
  test('quotes the amount, and checks it', async () => {
    const { bodies } = await open('OnRampProviders')
    expect(await screen.findByText('0.125')).toBeDefined()
    expect(screen.getByText('No fees')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Buy BNB with' })).toBeDefined()
    await click('$1,000')
    expect(await screen.findByText('1.25')).toBeDefined()
    const input = screen.getByLabelText('You pay')
    await userEvent.clear(input)
    await userEvent.type(input, '9,5')
    expect(screen.getByText('The smallest purchase is $10')).toBeDefined()
    expect((await button(/^Play money/)).disabled).toBe(true)
    expect(bodies['quote']).toMatchObject({
      amount: '1000',
      paymentCurrency: { id: 'USD' },
      network: '56',
    })
  })

  test('chooses currency and token', async () => {
    const { bodies, kit } = await open('OnRampProviders')
    await click(/change currency/)
    await userEvent.type(await screen.findByRole('searchbox'), 'eur')
    expect(screen.queryByRole('button', { name: /US Dollar/ })).toBeNull()
    await click(/^Euro/)
    expect(await screen.findByText('€10 to €7,500 at once')).toBeDefined()
    await expect.poll(() => bodies['quote']).toMatchObject({ paymentCurrency: { id: 'EUR' } })
    await click(/change token/)
    await screen.findByRole('searchbox', { name: 'Search token' })
    await click(/^BNB/)
    expect(kit.router.current().view).toBe('OnRampProviders')
  })

  test('error: never shows another quote than the one requested', async () => {
    const other = quoteOf({ amount: '100', paymentCurrency: { id: 'EUR' } })
    await open('OnRampProviders', { quote: other })
    expect(await screen.findByText('The price could not be fetched.')).toBeDefined()
    expect(screen.queryByText('0.125')).toBeNull()
  })

  test('error: says that nothing is sold, and can load the providers again', async () => {
    const { replies, kit } = await open('OnRampProviders', { options: { status: 400, body: '' } })
    const retry = await button('Try again')
    replies['options'] = { body: NOTHING }
    await userEvent.click(retry)
    expect(await screen.findByText('Buying is not offered here')).toBeDefined()
    act(() => kit.modal.open('Account'))
    expect(await button('Receive')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull()
  })

  test('is not offered on a network without a coin for sale, or when switched off', async () => {
    const elsewhere = { ...COIN, networks: [{ ...COIN.networks[0], chain_id: '1' }] }
    await open('OnRampProviders', {
      options: { body: { ...OPTIONS, purchaseCurrencies: [elsewhere] } },
    })
    expect(await screen.findByText('Buying is not offered here')).toBeDefined()
    cleanup()
    service?.stop()
    await open('Account', {}, { features: { onramp: false } })
    expect(await button('Receive')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull()
  })
})

describe('BuyInProgress', () => {
  test('opens the checkout in a window without access to the page, and follows the purchase', async () => {
    const { replies, bodies, popup, emitted, kit } = await buy()
    expect(await screen.findByText('Continue in the Play money window')).toBeDefined()
    expect(bodies['onrampurl']).toMatchObject({
      destinationWallets: [{ address: TEST_ADDRESS }],
      presetFiatAmount: '50',
      provider: 'play-money',
    })
    expect(popup.opener).toBeNull()
    expect(popup.location.replace).toHaveBeenCalledWith(`${service?.url}/checkout/p1`)
    expect(emitted).toContainEqual({
      event: 'SELECT_BUY_PROVIDER',
      properties: { provider: 'play-money' },
    })
    replies['history'] = { body: { data: [purchase('IN_PROGRESS')], next: null } }
    expect(await screen.findByText('Your purchase is in progress')).toBeDefined()
    replies['history'] = {
      body: { data: [purchase('FAILED', 'another'), purchase('SUCCESS')], next: null },
    }
    expect(await screen.findByText('You bought 0.0625 BNB')).toBeDefined()
    await click('Done')
    expect(kit.router.current().view).toBe('Account')
  })

  test('error: a declined payment can be repeated', async () => {
    const declined = { body: { data: [purchase('FAILED')], next: null } }
    const { popup, replies } = await buy({ history: declined })
    expect(await screen.findByText('Buy failed')).toBeDefined()
    expect(screen.getByText('The payment was declined. Nothing was bought.')).toBeDefined()
    replies['onrampurl'] = { body: { url: 'https://buy.example/p2', purchaseId: 'p2' } }
    await click('Try again')
    expect(await screen.findByText('Continue in the Play money window')).toBeDefined()
    expect(popup.location.replace).toHaveBeenLastCalledWith('https://buy.example/p2')
  })

  test('says that the window is closed, and opens the same purchase again', async () => {
    const { popup, openWindow } = await buy()
    popup.closed = true
    expect(await screen.findByText('The window is closed')).toBeDefined()
    openWindow.mockReturnValue({ ...popup, closed: false } as never)
    await click('Open again')
    expect(await screen.findByText('Continue in the Play money window')).toBeDefined()
    expect(openWindow).toHaveBeenCalledTimes(2)
    expect(service?.requests.filter(({ pathname }) => pathname.endsWith('url'))).toHaveLength(1)
  })

  test('offers a button when the browser blocks the window', async () => {
    const { kit, openWindow, popup } = await open('OnRampProviders')
    openWindow.mockReturnValueOnce(null)
    await click(/^Play money/)
    expect(await screen.findByText('Your browser blocked the window')).toBeDefined()
    await click('Open Play money')
    expect(await screen.findByText('Continue in the Play money window')).toBeDefined()
    expect(popup.location.replace).toHaveBeenCalled()
    expect(kit.router.current().view).toBe('BuyInProgress')
  })

  test('error: says when nothing is heard for a long time, and goes on listening', async () => {
    const { kit, replies } = await buy()
    await screen.findByText('Continue in the Play money window')
    const { checkouts } = accountDepsOf(kit)
    const { checkout } = checkouts.getState()
    act(() => checkouts.setState({ checkout: checkout && { ...checkout, openedAt: 0 } }))
    expect(await screen.findByText('No purchase so far')).toBeDefined()
    replies['history'] = { body: { data: [purchase('SUCCESS')], next: null } }
    expect(await screen.findByText('You bought 0.0625 BNB')).toBeDefined()
  })

  test.each([
    [{ status: 429, body: 'Wait a minute.' }, 'Wait a minute.'],
    [
      { body: { url: 'javascript:alert(1)', purchaseId: 'p1' } },
      /The address of the checkout is not safe/,
    ],
  ])('error: does not open %j', async (onrampurl, text) => {
    const { popup } = await buy({ onrampurl })
    expect(await screen.findByText('Play money could not be opened')).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(popup.close).toHaveBeenCalled()
    expect(popup.location.replace).not.toHaveBeenCalled()
  })

  test('error: says that the state is unknown while the service fails', async () => {
    const { replies } = await buy({ history: { status: 400, body: '' } })
    expect(await screen.findByText(/cannot be loaded right now/)).toBeDefined()
    replies['history'] = { body: { data: [purchase('SUCCESS')], next: null } }
    expect(await screen.findByText('You bought 0.0625 BNB')).toBeDefined()
  })
})

describe('OnRampActivity', () => {
  test('lists purchases with their states', async () => {
    const data = [purchase('IN_PROGRESS', 'a'), purchase('FAILED', 'b'), purchase('SUCCESS', 'c')]
    await open('OnRampActivity', { history: { body: { data, next: null } } })
    expect(await screen.findByText('pending')).toBeDefined()
    expect(screen.getByText('failed')).toBeDefined()
    expect(screen.getAllByText('Bought')).toHaveLength(3)
  })
  test('error: can be loaded again', async () => {
    const { replies } = await open('OnRampActivity', { history: { status: 400, body: '' } })
    const retry = await button('Try again')
    replies['history'] = { body: { data: [], next: null } }
    await userEvent.click(retry)
    expect(await screen.findByText('No purchases yet')).toBeDefined()
  })
})

test('WhatIsABuy explains buying and goes back', async () => {
  const { kit, emitted } = await open('OnRampProviders')
  await click('How does it work?')
  expect(await screen.findByText('A provider sells you coins')).toBeDefined()
  await click('Got it')
  expect(kit.router.current().view).toBe('OnRampProviders')
  expect(emitted).toContainEqual({ event: 'SELECT_WHAT_IS_A_BUY' })
})

test('the account offers to buy', async () => {
  const { kit, emitted } = await open('Account')
  await click('Buy')
  expect(kit.router.current().view).toBe('OnRampProviders')
  expect(emitted).toContainEqual({ event: 'SELECT_BUY_CRYPTO' })
})
