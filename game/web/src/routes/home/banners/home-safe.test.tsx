import { toEpoch, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import type { Hash } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { createChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { followReturnedBet } from '#chain/contract/prediction-contract.ts'
import { openSafe } from '#chain/safe/open-safe.ts'
import { OwnersTooLateError } from '#chain/safe/owners-too-late-error.ts'
import { safe, setSafe } from '#chain/safe/safe.ts'
import { createSafeQueue } from '#chain/safe/safe-queue.ts'
import { MOCK_ACCOUNT, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { HomeSafe } from './home-safe.tsx'

vi.mock('#chain/contract/prediction-contract.ts', () => ({ followReturnedBet: vi.fn() }))
vi.mock('#settings/use-bet-limit.ts', () => ({ useBetLimit: () => ({ recordStake }) }))
vi.mock('../home-return.tsx', async (original) => ({
  ...(await original<typeof import('../home-return.tsx')>()),
  GoOn: () => <i>Goes on</i>,
}))

const recordStake = vi.hoisted(() => vi.fn())
const BTC = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const AMOUNT = toWei(20_000_000_000_000_000n)

/** Each page goes on with another request. */
let requests = 0

/** Opens a page that shows the BNB market, after another page has sent a bet in a market. */
async function openAfterBet(prediction: typeof BTC | typeof TEST_MARKET.prediction) {
  requests += 1
  const id: Hash = `0x${`${requests}`.padStart(64, '0')}`
  const bet = {
    account: MOCK_ACCOUNT,
    epoch: toEpoch(7n),
    position: 'bull',
    amount: AMOUNT,
    collect: [],
  } as const
  const awaited = { kind: 'bet', prediction, bet } as const
  createSafeQueue(localStorage).add({ id, awaited, state: 'confirming' })
  openSafe(window)
  const markets = { BNB: TEST_MARKET, BTC: { ...TEST_MARKET, prediction: BTC } as const }
  const appConfig = testAppConfig({ markets })
  const toasts = createToastStore()
  const { config } = await mockWalletConfig(appConfig)
  const page = render(
    <AppConfigContext value={appConfig}>
      <ChainClockContext value={createChainClock(() => 0)}>
        <ToastContext value={toasts}>
          <WagmiProvider config={config} reconnectOnMount={false}>
            <QueryClientProvider client={new QueryClient()}>
              <HomeSafe />
            </QueryClientProvider>
          </WagmiProvider>
        </ToastContext>
      </ChainClockContext>
    </AppConfigContext>,
  )
  return { id, page, shown: () => toasts.getSnapshot().toasts }
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  setSafe(null)
  vi.clearAllMocks()
})

test('reports and counts a bet in a market that the page does not show', async () => {
  const { shown } = await openAfterBet(BTC)
  await expect.poll(shown).toMatchObject([{ level: 'success', text: 'Bet UP Successfully' }])
  expect(shown()[0]?.detail).toContain('BTC')
  expect(recordStake).toHaveBeenCalledExactlyOnceWith(AMOUNT)
})

test('error: reports one that its owners were too late for', async () => {
  vi.mocked(followReturnedBet).mockRejectedValue(new OwnersTooLateError())
  const { shown } = await openAfterBet(BTC)
  await expect
    .poll(shown)
    .toMatchObject([{ level: 'error', text: expect.stringMatching(/^Round #7 closed/) }])
  expect(recordStake).not.toHaveBeenCalled()
})

test('follows a request no longer that has ended', async () => {
  const { id, page } = await openAfterBet(TEST_MARKET.prediction)
  expect(page.queryByText('Goes on')).not.toBeNull()
  act(() => safe()?.queue.mark(id, 'late'))
  expect(page.queryByText('Goes on')).toBeNull()
  expect(page.queryByRole('button', { name: 'Dismiss' })).not.toBeNull()
})
