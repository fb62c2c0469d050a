import { toEpoch, toWei } from '@bullring/prediction/units'
import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { UserRejectedRequestError } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { createChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { loadContractOfReturn } from '#chain/contract/load-contract.ts'
import { followReturnedBet, followReturnedClaim } from '#chain/contract/prediction-contract.ts'
import { type Awaited, readReturn } from '#chain/wallet/returned-request.ts'
import { MOCK_ACCOUNT, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { testRound } from '#testing/test-round.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { HomeReturn } from './home-return.tsx'

const home = vi.hoisted(() => ({ openBet: vi.fn(), next: { kind: 'ready', round: {} } }))
vi.mock('./home-actions.tsx', () => ({ useHomeActions: () => home }))
vi.mock('./home-data.tsx', () => ({ useHomeRounds: () => home }))
vi.mock('#chain/contract/prediction-contract.ts', () => ({
  followReturnedBet: vi.fn(),
  followReturnedClaim: vi.fn(),
  readHasBet: vi.fn(),
}))
vi.mock('#chain/contract/load-contract.ts', { spy: true })
vi.mock('#chain/wallet/returned-request.ts', () => ({
  readReturn: vi.fn(),
  takeOutcome: () => Promise.resolve('0xab'),
}))

const { prediction } = TEST_MARKET
const AMOUNT = toWei(20_000_000_000_000_000n)

beforeEach(() => {
  home.next.round = testRound(40n)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const betOn = (epoch: bigint): Awaited => ({
  kind: 'bet',
  prediction,
  bet: {
    account: MOCK_ACCOUNT,
    epoch: toEpoch(epoch),
    position: 'bear',
    amount: AMOUNT,
    collect: [],
  },
})

/** Opens the page that goes on with a request. Returns the texts of its toasts. */
async function goOnWith(awaited: Awaited) {
  vi.mocked(readReturn).mockReturnValue({ id: '00ff', awaited })
  const appConfig = testAppConfig()
  const toasts = createToastStore()
  const { config } = await mockWalletConfig(appConfig)
  render(
    <AppConfigContext value={appConfig}>
      <ChainClockContext value={createChainClock(() => 0)}>
        <ToastContext value={toasts}>
          <WagmiProvider config={config} reconnectOnMount={false}>
            <QueryClientProvider client={new QueryClient()}>
              <HomeReturn />
            </QueryClientProvider>
          </WagmiProvider>
        </ToastContext>
      </ChainClockContext>
    </AppConfigContext>,
  )
  return () => toasts.getSnapshot().toasts.map(({ text }) => text)
}

test('shows the bet that was approved meanwhile', async () => {
  vi.mocked(followReturnedBet).mockResolvedValue()
  const texts = await goOnWith(betOn(40n))
  await expect.poll(texts).toEqual(['Bet DOWN Successfully'])
  expect(followReturnedBet).toHaveBeenCalledOnce()
  expect(home.openBet).not.toHaveBeenCalled()
})

test('opens the bet dialog again, with side and amount, when the player has refused', async () => {
  vi.mocked(followReturnedBet).mockRejectedValue(new UserRejectedRequestError(new Error('no')))
  const texts = await goOnWith(betOn(40n))
  await expect.poll(texts).toEqual(['Transaction cancelled by user'])
  expect(home.openBet).toHaveBeenCalledExactlyOnceWith('bear', home.next.round, AMOUNT)
})

test('says that the round has closed meanwhile', async () => {
  vi.mocked(followReturnedBet).mockRejectedValue(new UserRejectedRequestError(new Error('no')))
  const texts = await goOnWith(betOn(39n))
  await expect.poll(texts).toEqual(['Round 39 has closed. Nothing was sent.'])
  expect(home.openBet).not.toHaveBeenCalled()
})

test('shows the claim that was approved meanwhile, of several parts once', async () => {
  vi.mocked(followReturnedClaim).mockResolvedValue()
  const parts = [37n, 38n].map((epoch) => ({ prediction, epochs: [toEpoch(epoch)] }))
  const texts = await goOnWith({ kind: 'claim', account: MOCK_ACCOUNT, parts, isBatch: true })
  await expect.poll(texts).toEqual(['Claim successful'])
  expect(vi.mocked(followReturnedClaim).mock.calls[0]?.[2]).toMatchObject({ parts, isBatch: true })
  expect(followReturnedClaim).toHaveBeenCalledOnce()
})

const CLAIM: Awaited = {
  kind: 'claim',
  account: MOCK_ACCOUNT,
  parts: [{ prediction, epochs: [toEpoch(37)] }],
  isBatch: false,
}

test.each([betOn(40n), CLAIM])(
  'error: does not say that nothing was sent where the code of a $kind does not load',
  async (awaited) => {
    vi.mocked(loadContractOfReturn).mockRejectedValueOnce(new OutcomeUnknownError())
    const texts = await goOnWith(awaited)
    await expect.poll(() => texts().join()).toMatch('did not say whether it sent')
    expect(home.openBet).not.toHaveBeenCalled()
  },
)
