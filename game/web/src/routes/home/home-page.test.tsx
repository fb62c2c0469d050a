import { toBasisPoints, toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { connect as connectWallet, disconnect, getConnection } from 'wagmi/actions'
import { createGameApi, type GameApi } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import type { Round } from '#api/round/round.ts'
import type { TradeStats } from '#api/trade/trade-stats.ts'
import { type ChainClock, createChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { placeBet } from '#chain/contract/prediction-contract.ts'
import { createWagmiConfig } from '#chain/wallet/wagmi-config.ts'
import { createQueryClient } from '#data/query-client.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { TEST_INTERVAL, testRound } from '#testing/test-round.ts'
import { testTrade } from '#testing/test-trade.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { MarketScope } from '../market-scope.tsx'
import { HomePage } from './home-page.tsx'

vi.mock('#chain/contract/prediction-contract.ts', async (original) => ({
  ...(await original<typeof import('#chain/contract/prediction-contract.ts')>()),
  placeBet: vi.fn(),
  readBetTerms: vi.fn(async () => TERMS),
}))

const BNB = 10n ** 18n
const TERMS = { minimum: toWei(1n), isPaused: false, hasCode: false, gasCost: toWei(1n) }
const NOW = 12 * TEST_INTERVAL - 192
/** Never advances, so that the countdown does not depend on how long the test takes. */
const FIXED_CLOCK: ChainClock = {
  now: () => toUnixSeconds(NOW),
  sync: () => undefined,
  subscribe: () => () => undefined,
}
const hash = `0x${'ab'.repeat(32)}` as const

const appConfig = testAppConfig({
  telegramUrl: 'https://t.me/example',
  markets: { BNB: { ...TEST_MARKET, prices: 'replayed' } },
  features: { burnerWallet: true, faucet: true, telegram: false },
})

function round(epoch: bigint, state: Round['state']): Round {
  return testRound(epoch, {
    lockPrice: state.kind === 'open' ? null : toPriceE8(61_200_000_000n),
    closePrice: state.kind === 'settled' ? toPriceE8(61_234_000_000n) : null,
    state,
  })
}

const NO_LINE = { points: [], currentStreak: 0, longestWins: 0, longestLosses: 0 }

const NO_STATS: TradeStats = {
  totalRounds: 0,
  wonRounds: 0,
  lostRounds: 0,
  winShare: toBasisPoints(0n),
  netResults: 0n,
  averageReturn: 0n,
  averagePosition: toWei(0n),
  bestRound: null,
  totalWon: 0n,
  totalLost: toWei(0n),
  totalPosition: toWei(0n),
}

function gameApi(overrides: Partial<GameApi> = {}): GameApi {
  return {
    ...createGameApi(),
    payoutSwitch: () =>
      Promise.resolve({
        isOffered: false,
        isOn: false,
        oldestEpoch: toEpoch(1),
        refusedEpochs: [],
      }),
    currentEpoch: async () => ({ epoch: toEpoch(12n), firstPausedEpoch: null }),
    nextRound: vi.fn(async () => round(12n, { kind: 'open' })),
    liveRound: async () => round(11n, { kind: 'locked' }),
    round: async (epoch) => round(epoch, { kind: 'settled', winner: 'bull' }),
    tokenPrices: async () => [
      { timestamp: toUnixSeconds(NOW), price: toPriceE8(61_250_000_000n), epoch: toEpoch(12n) },
    ],
    rounds: async () => [],
    tradesByUser: async () => [],
    faucet: vi.fn(async () => ({ amount: toWei(10n * BNB), transaction: hash })),
    health: async () => ({
      status: 'ok' as const,
      server_time: NOW,
      version: '1.2.3',
      commit: null,
      block_number: 1,
      block_timestamp: NOW,
      history: null,
    }),
    ...overrides,
  }
}

/** A chain on which every account is empty until the faucet's transaction is looked at. */
function serveChain() {
  let balance = 0n
  const receipt = {
    transactionHash: hash,
    status: '0x1',
    blockNumber: '0x1',
    blockHash: hash,
    logs: [],
  }
  const results: Record<string, () => unknown> = {
    eth_getBalance: () => `0x${balance.toString(16)}`,
    eth_blockNumber: () => '0x1',
    eth_getTransactionReceipt: () => {
      balance = 10n * BNB
      return receipt
    },
  }
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    const calls: { id: number; method: string }[] = JSON.parse(String(init.body))
    const replies = calls.map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      result: results[method]?.() ?? null,
    }))
    const body = JSON.stringify(replies)
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
  })
}

function openPage(
  api: GameApi,
  config = createWagmiConfig(appConfig, window),
  clock = createChainClock(),
) {
  const client = createQueryClient()
  render(
    <AppConfigContext value={appConfig}>
      <ChainClockContext value={clock}>
        <ToastContext value={createToastStore()}>
          <WagmiProvider config={config}>
            <QueryClientProvider client={client}>
              <MarketScope clients={() => ({ api, client })}>
                <HomePage />
              </MarketScope>
            </QueryClientProvider>
          </WagmiProvider>
        </ToastContext>
      </ChainClockContext>
    </AppConfigContext>,
  )
}

async function connect() {
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Wallet' }))
  await userEvent.click(await screen.findByRole('button', { name: /Play money wallet/ }))
  return screen.findByRole('button', { name: /^0x.{4}\u2026.{4}$/ })
}

/** A live stream that stays silent. The DOM of the tests has none. */
class SilentStream extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 0
  close = () => undefined
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  serveChain()
  vi.stubGlobal('EventSource', SilentStream)
})
afterEach(() => {
  cleanup()
  window.dispatchEvent(new Event('online'))
  vi.unstubAllGlobals()
})

test('shows time, price and the three rounds', async () => {
  openPage(gameApi(), undefined, FIXED_CLOCK)
  expect(await screen.findByRole('region', { name: 'Next #12' })).toBeDefined()
  expect(await screen.findByRole('region', { name: 'Live #11' })).toBeDefined()
  const expired = await screen.findByRole('region', { name: 'Expired #10' })
  expect(expired.textContent).toContain('UP won')
  expect(screen.getByRole('timer', { name: 'Countdown' }).textContent).toBe('03m 12s')
  expect(screen.getByRole('region', { name: 'BNB/USD price' }).textContent).toContain('$612.5000')
  expect(screen.getByRole('combobox', { name: 'Language' }).textContent).toBe('English')
  const telegram = screen.getByRole('link', { name: 'Contact us on Telegram' })
  expect(telegram.getAttribute('target')).toBe('_blank')
})

test('warns a visitor without a wallet and lets him choose one', async () => {
  openPage(gameApi())
  await userEvent.click(await screen.findByRole('button', { name: 'Enter UP' }))
  const modal = await screen.findByRole('dialog', { name: 'Connect Wallet' })
  expect(await within(modal).findByText('Please connect wallet first')).toBeDefined()
  expect(screen.queryByRole('dialog', { name: 'Predict UP' })).toBeNull()
  // One notice at a time.
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(within(modal).getByRole('button', { name: 'Close' }))
  const banner = await screen.findByRole('alert')
  expect(banner.textContent).toContain('Please connect wallet first')
  await userEvent.click(within(banner).getByRole('button', { name: 'Choose a wallet' }))
  expect(await screen.findByRole('dialog', { name: 'Connect Wallet' })).toBeDefined()
  expect(banner.isConnected).toBe(false)
})

test('tells a player whose wallet is still coming back to wait, and not to connect one', async () => {
  const config = createWagmiConfig(appConfig, window)
  openPage(gameApi(), config)
  const enter = await screen.findByRole('button', { name: 'Enter UP' })
  const setStatus = (status: 'reconnecting' | 'disconnected') =>
    act(() => config.setState((state) => ({ ...state, status })))
  setStatus('reconnecting')
  await userEvent.click(enter)
  const notices = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(notices).toContain('Connecting...')
  expect(screen.queryByText('Please connect wallet first')).toBeNull()

  setStatus('disconnected')
  expect((await screen.findByRole('alert')).textContent).toContain('Please connect wallet first')
})

test('a press before the wallet was back leaves no warning to connect one after signing out', async () => {
  const config = createWagmiConfig(appConfig, window)
  openPage(gameApi(), config)
  await connect()
  const { current } = config.state
  const setStatus = (status: 'reconnecting' | 'connected') =>
    act(() => config.setState((state) => ({ ...state, status })))
  setStatus('reconnecting')
  act(() => config.setState((state) => ({ ...state, current: null })))
  await userEvent.click(screen.getByRole('button', { name: 'Enter UP' }))
  act(() => config.setState((state) => ({ ...state, current })))
  setStatus('connected')
  await screen.findByRole('dialog', { name: 'Predict UP' })
  act(() =>
    config.setState((state) => ({
      ...state,
      status: 'disconnected',
      current: null,
      connections: new Map(),
    })),
  )
  expect(screen.queryByText('Please connect wallet first')).toBeNull()
})

test('a new visitor connects the burner wallet, receives coins and can bet', async () => {
  const api = gameApi()
  openPage(api)
  await connect()
  expect(await screen.findByText('Play money has arrived')).toBeDefined()
  expect(api.faucet).toHaveBeenCalledTimes(1)
  expect((await screen.findByText('10.0000')).title).toBe('10.00000000 BNB')
  await userEvent.click(screen.getByRole('button', { name: 'Enter DOWN' }))
  expect(await screen.findByRole('dialog', { name: 'Predict DOWN' })).toBeDefined()
})

test('takes no bets while the market is paused', async () => {
  const paused = { epoch: toEpoch(12n), firstPausedEpoch: toEpoch(12n) }
  openPage(gameApi({ currentEpoch: async () => paused }), undefined, FIXED_CLOCK)
  const card = await screen.findByRole('region', { name: 'Next #12' })
  await waitFor(() => expect(card.textContent).toContain('Paused'))
  for (const name of ['Enter UP', 'Enter DOWN']) {
    expect(within(card).getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
  }
})

test('fetches the player’s bets again after a bet', async () => {
  const bet = testTrade(12n, { state: 'open', isWin: false, claimAmount: toWei(0n) })
  const tradesByUser = vi.fn<GameApi['tradesByUser']>(async () => [])
  vi.mocked(placeBet).mockImplementation(() => {
    tradesByUser.mockResolvedValue([bet])
    return Promise.resolve(hash)
  })
  openPage(gameApi({ tradesByUser }), undefined, FIXED_CLOCK)
  await connect()
  // The play money refreshes them too: as it arrives and once more.
  const isRefreshed = () => expect(tradesByUser.mock.calls.length).toBeGreaterThanOrEqual(3)
  await waitFor(isRefreshed)
  await userEvent.click(await screen.findByRole('button', { name: 'Enter UP' }))
  const dialog = await screen.findByRole('dialog', { name: 'Predict UP' })
  const amount = within(dialog).getByRole('textbox', { name: 'Amount' })
  await userEvent.clear(amount)
  await userEvent.type(amount, '0.05')
  expect(screen.queryByText(/You are in: UP/)).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm UP' }))
  const card = screen.getByRole('region', { name: 'Next #12' })
  expect(await within(card).findByText(/You are in: UP/)).toBeDefined()
})

test('a click on the address disconnects', async () => {
  openPage(gameApi())
  await userEvent.click(await connect())
  expect(await screen.findByRole('button', { name: 'Connect Wallet' })).toBeDefined()
})

test('closes the bet dialog when the account disconnects and does not reopen it', async () => {
  const config = createWagmiConfig(appConfig, window)
  openPage(gameApi(), config)
  await connect()
  const { connector } = getConnection(config)
  await userEvent.click(await screen.findByRole('button', { name: 'Enter UP' }))
  await screen.findByRole('dialog', { name: 'Predict UP' })
  await act(() => disconnect(config))
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(() => connector && connectWallet(config, { connector }))
  await screen.findByRole('button', { name: /^0x/ })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('reports a lost connection and keeps the last data', async () => {
  const api = gameApi()
  openPage(api)
  await screen.findByRole('region', { name: 'Expired #10' })
  vi.mocked(api.nextRound).mockRejectedValue(new Error('down'))
  window.dispatchEvent(new Event('offline'))
  expect(await screen.findByText('No connection to the game.')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Next #12' }).textContent).toContain('2.0000 BNB')
  vi.mocked(api.nextRound).mockResolvedValue(round(12n, { kind: 'open' }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('No connection to the game.')).toBeNull())
})

test('shows how far the server has read the history, then the rounds', async () => {
  const notReady = new ApiProblemError('/api/round-info', {
    status: 503,
    problemCode: 'service.not-ready',
    detail: null,
    retryAfterSeconds: null,
  })
  const api = gameApi()
  const { nextRound, currentEpoch } = api
  const refused = async () => Promise.reject(notReady)
  api.nextRound = vi.fn(refused)
  api.currentEpoch = vi.fn(refused)
  const health = await api.health()
  api.health = async () => ({
    ...health,
    history: { percent: 42, blocks_per_second: 800, seconds_left: 180 },
  })
  openPage(api)
  const text = await screen.findByText("Reading the market's history: 42%")
  expect(text.closest('[role=status]')?.textContent).toContain('About 3 min left.')
  expect(screen.queryByText('No connection to the game.')).toBeNull()
  vi.mocked(api.nextRound).mockImplementation(nextRound)
  vi.mocked(api.currentEpoch).mockImplementation(currentEpoch)
  api.health = async () => health
  expect(await screen.findByRole('region', { name: 'Next #12' })).toBeDefined()
  const isGone = () => expect(screen.queryByText(/Reading the market/)).toBeNull()
  await waitFor(isGone)
})

test('opens the history and restores the focus', async () => {
  openPage(gameApi())
  const opener = await screen.findByRole('button', { name: 'History' })
  await userEvent.click(opener)
  const drawer = await screen.findByRole('dialog', { name: 'History' })
  expect(drawer.textContent).toContain('Please connect wallet to view history')
  await userEvent.click(within(drawer).getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(opener)
})

test.each([
  ['History', 'No trading history'],
  ['Stats', 'No stats'],
])('connects from %s, which stays open', async (opener, connected) => {
  openPage(gameApi({ tradeStats: async () => NO_STATS, profitLine: async () => NO_LINE }))
  await userEvent.click(await screen.findByRole('button', { name: opener }))
  const drawer = await screen.findByRole('dialog')
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Connect Wallet' }))
  await userEvent.click(await screen.findByRole('button', { name: /Play money wallet/ }))
  expect(await within(drawer).findByText(connected)).toBeDefined()
})
