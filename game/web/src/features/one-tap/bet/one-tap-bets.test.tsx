import type { CallOutcome } from '@bullring/client/call-outcome'
import { type CallDeps, sendCall } from '@bullring/client/send-call'
import { sessionOf } from '@bullring/client/session-limits'
import type { AppConfig } from '@bullring/game-api/config'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { changeSettings, readSettings } from '#settings/device-settings.ts'
import { withBreak, withDailyLimit } from '#settings/play-limits.ts'
import { MOCK_ACCOUNT, mockOwner, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { testRound } from '#testing/test-round.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { ToastRegion } from '#ui/dialog/toast-region.tsx'
import { OneTapBets } from './one-tap-bets.tsx'
import { useOneTap } from './one-tap-store.ts'
import { UNDO_MS } from './taps.ts'

vi.mock('@bullring/client/send-call', () => ({ sendCall: vi.fn() }))

const STAKE = toWei(50n)
const PLACED = { position: 'bull', epoch: 12n, symbol: 'BNB', amount: STAKE }
const KEY = { x: `0x${'11'.repeat(32)}`, y: `0x${'22'.repeat(32)}` } as const

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: new Date(2026, 6, 14, 12) })
  vi.mocked(sendCall).mockReset().mockResolvedValue('made')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

async function storedSession() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign'])
  const limits = { stake: STAKE, bets: 10, expiresAt: toUnixSeconds(2_000_000_000) }
  const session = sessionOf(limits, KEY, [TEST_MARKET.prediction])
  return { account: MOCK_ACCOUNT, chainId: 31_337, session, privateKey, grantedAtMs: 0 } as const
}

/** Turns one-tap bets on with coins worth `balance`. */
async function start(balance: bigint, markets: AppConfig['markets'] = { BNB: TEST_MARKET }) {
  const appConfig = testAppConfig({ markets })
  const { config, connector } = await mockWalletConfig(appConfig)
  const stored = await storedSession()
  const used = { status: 'active', spent: 0n, periodStart: 0, periodCalls: 0, nonce: 0 } as const
  const owner = mockOwner(connector)
  const onPlaced = vi.fn()
  const toasts = createToastStore()
  const client = new QueryClient()
  /** The page mounts again when it shows another market. */
  const pageOf = (symbol: string) => (
    <AppConfigContext value={appConfig}>
      <ToastContext value={toasts}>
        <WagmiProvider config={config} reconnectOnMount={false}>
          <QueryClientProvider client={client}>
            <OneTapBets
              key={symbol}
              owner={owner}
              onPlaced={onPlaced}
              balance={toWei(balance)}
              session={{ stored, state: used }}
            />
            <ToastRegion />
          </QueryClientProvider>
        </WagmiProvider>
      </ToastContext>
    </AppConfigContext>
  )
  const { rerender } = render(pageOf('BNB'))
  const switchMarket = () => {
    window.history.replaceState(null, '', '/?market=BTC')
    onTestFinished(() => window.history.replaceState(null, '', '/'))
    rerender(pageOf('BTC'))
  }
  const { result } = renderHook(() => useOneTap('BNB', TEST_MARKET.prediction))
  const press = (epoch = 12n) => act(() => result.current?.press('bull', testRound(epoch), 'BNB'))
  /** Waits until a bet can no longer be undone. */
  const bet = async () => {
    press()
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS))
  }
  return { bet, press, onPlaced, tapped: () => result.current?.bets, switchMarket }
}

test('places a bet that can no longer be undone, and counts it against the limit of the day', async () => {
  vi.mocked(sendCall).mockImplementation(({ onPost }: CallDeps) => {
    onPost?.()
    return Promise.resolve('made')
  })
  const { bet, onPlaced } = await start(100n)
  await bet()
  expect(onPlaced).toHaveBeenCalledExactlyOnceWith(PLACED)
  expect(readSettings().limits.staked.amount).toBe('50')
})

test('announces two equal taps as two', async () => {
  const { press } = await start(100n)
  const status = screen.getAllByRole('status')[0]
  press()
  const first = status?.firstElementChild
  expect(first?.textContent).toMatch(/\S/)
  press(13n)
  expect(status?.firstElementChild).not.toBe(first)
  expect(status?.textContent).toBe(first?.textContent)
})

test('takes a bet on the next round while the outcome of the one before is open', async () => {
  const outcome = Promise.withResolvers<'made'>()
  vi.mocked(sendCall).mockReturnValueOnce(outcome.promise)
  const { bet, press, onPlaced, tapped } = await start(100n)
  await bet()
  press(13n)
  expect(tapped()?.map(({ epoch, stage }) => [epoch, stage])).toEqual([
    [12n, 'sent'],
    [13n, 'undoable'],
  ])
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS))
  expect(onPlaced.mock.calls.map(([{ epoch }]) => epoch)).toEqual([13n])
  await act(async () => outcome.resolve('made'))
  expect(onPlaced.mock.calls.map(([{ epoch }]) => epoch)).toEqual([13n, 12n])
  expect(tapped()).toEqual([])
})

test('shows the bets of one market only', async () => {
  const { press } = await start(100n, { BNB: TEST_MARKET, BTC: TEST_MARKET })
  const { result } = renderHook(() => useOneTap('BTC', TEST_MARKET.prediction))
  press()
  expect(result.current?.bets).toEqual([])
})

test('announces each bet while it can be undone, also one like the bet before', async () => {
  const { press } = await start(100n)
  const announced = () => screen.queryByText(/Press the button again to undo/)
  for (let bets = 0; bets < 2; bets += 1) {
    press()
    expect(announced()).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS))
    expect(announced()).toBeNull()
  }
})

test.each([
  [
    'within a break',
    () => withBreak(readSettings().limits, Date.now() + 3_600_000),
    100n,
    /^You are taking a break/,
  ],
  [
    'above the own limit of a day',
    () => withDailyLimit(readSettings().limits, toWei(49n), Date.now()),
    100n,
    /^Your limit leaves/,
  ],
  ['without enough coins', () => readSettings().limits, 49n, /^Insufficient BNB balance/],
])('sends nothing %s, and says so', async (_, limits, balance, text) => {
  changeSettings({ limits: limits() })
  const { bet, onPlaced } = await start(balance)
  await bet()
  expect(screen.getByText(text)).toBeTruthy()
  expect(sendCall).not.toHaveBeenCalled()
  expect(onPlaced).not.toHaveBeenCalled()
})

test('checks the own limits again when the bet is sent: another tab may have used them up', async () => {
  const { bet } = await start(100n)
  let isAllowed: CallDeps['isAllowed']
  vi.mocked(sendCall).mockImplementation((deps: CallDeps) => {
    ;({ isAllowed } = deps)
    return Promise.resolve('made')
  })
  await bet()
  expect(isAllowed?.()).toBe(true)
  changeSettings({ limits: withDailyLimit(readSettings().limits, toWei(49n), Date.now()) })
  expect(isAllowed?.()).toBe(false)
  changeSettings({ limits: withBreak(readSettings().limits, Date.now() + 1_000) })
  expect(isAllowed?.()).toBe(false)
})

test('error: a bet that failed is reported with its reason and whether anything was staked', async () => {
  vi.mocked(sendCall).mockResolvedValue('rate')
  const { bet, onPlaced } = await start(100n)
  await bet()
  expect(screen.getByText('Too many bets in a minute. Please wait a moment.')).toBeTruthy()
  expect(screen.getByText('Nothing was staked.')).toBeTruthy()
  expect(onPlaced).not.toHaveBeenCalled()
})

describe('once the page has switched to another market', () => {
  const markets = { BNB: TEST_MARKET, BTC: TEST_MARKET }
  /** Posts a call whose outcome comes later, as `sendCall` does. */
  const sendLater = (isPosted: boolean) => {
    const { promise, resolve, reject } = Promise.withResolvers<CallOutcome>()
    vi.mocked(sendCall).mockImplementationOnce(({ signal, onPost }) => {
      if (isPosted) onPost?.()
      signal.addEventListener('abort', () => reject(signal.reason))
      return promise
    })
    return resolve
  }

  test('reports that a posted bet was made', async () => {
    const resolve = sendLater(true)
    const { bet, onPlaced, switchMarket } = await start(100n, markets)
    await bet()
    switchMarket()
    await act(async () => resolve('made'))
    expect(onPlaced).toHaveBeenCalledExactlyOnceWith(PLACED)
    expect(readSettings().limits.staked.amount).toBe('50')
  })

  test('error: reports that a posted bet failed, with its market', async () => {
    const resolve = sendLater(true)
    const { bet, switchMarket } = await start(100n, markets)
    await bet()
    switchMarket()
    await act(async () => resolve('rate'))
    expect(screen.getByText('BNB: Nothing was staked.')).toBeTruthy()
    expect(readSettings().limits.staked.amount).toBe('0')
  })

  test.each([
    ['can be undone', false],
    ['waits for its turn', true],
  ])('says that a bet that %s is not sent', async (_, isSending) => {
    sendLater(false)
    const { bet, press, onPlaced, switchMarket } = await start(100n, markets)
    if (isSending) await bet()
    else press()
    switchMarket()
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS))
    expect(screen.getByText('The bet was undone. Nothing was sent.')).toBeTruthy()
    expect(screen.getByText('BNB')).toBeTruthy()
    expect(sendCall).toHaveBeenCalledTimes(isSending ? 1 : 0)
    expect(onPlaced).not.toHaveBeenCalled()
  })
})
