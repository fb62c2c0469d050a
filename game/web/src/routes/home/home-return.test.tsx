import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { type Address, type TransactionReceipt, UserRejectedRequestError } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { createChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { loadContractOfReturn } from '#chain/contract/load-contract.ts'
import { followReturnedBet, followReturnedClaim } from '#chain/contract/prediction-contract.ts'
import { type Awaited, readReturn, takeOutcome } from '#chain/wallet/returned-request.ts'
import { finishMove } from '#features/one-tap/move/move-account.ts'
import { followReturnedGrant } from '#features/one-tap/session/grant-session.ts'
import { useOwner } from '#features/one-tap/session/use-offer.ts'
import { MOCK_ACCOUNT, mockOwner, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { testRound } from '#testing/test-round.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { HomeReturn } from './home-return.tsx'

const home = vi.hoisted(() => ({ openBet: vi.fn(), next: { kind: 'ready', round: {} } }))
const oneTap = vi.hoisted(() => ({ press: vi.fn() }))
vi.mock('#features/one-tap/bet/one-tap-store.ts', () => ({
  untilOneTap: () => Promise.resolve(oneTap),
}))
vi.mock('#features/one-tap/session/grant-session.ts', () => ({
  followReturnedGrant: vi.fn(),
  NoStorageError: class {},
}))
vi.mock('#features/one-tap/session/use-offer.ts', () => ({ useOwner: vi.fn() }))
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
  takeOutcome: vi.fn(),
}))
vi.mock('#features/one-tap/move/move-account.ts', () => ({ finishMove: vi.fn() }))
vi.mock('@bullring/wallet-kit/embedded-connector', async (original) => ({
  ...(await original<typeof import('@bullring/wallet-kit/embedded-connector')>()),
  embeddedConnectorOf: () => ({ loadWallet: () => Promise.resolve({}) }),
}))
vi.mock('viem/actions', async (original) => ({
  ...(await original<typeof import('viem/actions')>()),
  waitForTransactionReceipt: vi.fn(),
}))

const { prediction } = TEST_MARKET
const AMOUNT = toWei(20_000_000_000_000_000n)

beforeEach(() => {
  vi.mocked(takeOutcome).mockResolvedValue('0xab')
  home.next = { kind: 'ready', round: testRound(40n) }
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

/** Renders the page again. */
const pages: { show: () => void } = { show: () => {} }

const shown = { toasts: createToastStore() }
const details = () =>
  shown.toasts
    .getSnapshot()
    .toasts.map(({ detail }) => detail)
    .join()

/** Each page goes on with another request. */
let requests = 0

/** Opens the page that goes on with a request. Returns the texts of its toasts. */
async function goOnWith(awaited: Awaited) {
  requests += 1
  vi.mocked(readReturn).mockReturnValue({ id: `${requests}`, awaited })
  const appConfig = testAppConfig()
  const toasts = createToastStore()
  const { config, connector } = await mockWalletConfig(appConfig)
  vi.mocked(useOwner).mockReturnValue(mockOwner(connector))
  const page = () => (
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
    </AppConfigContext>
  )
  const { rerender } = render(page())
  pages.show = () => rerender(page())
  shown.toasts = toasts
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
    await expect.poll(() => texts().join()).toMatch('not clear whether')
    expect(home.openBet).not.toHaveBeenCalled()
  },
)

test('goes on with a claim before the round that takes bets is known', async () => {
  home.next.kind = 'loading'
  vi.mocked(followReturnedClaim).mockResolvedValue()
  const texts = await goOnWith(CLAIM)
  await expect.poll(texts).toEqual(['Claim successful'])
})

const OTHER_MARKET = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const grantFor = (market: Address): Awaited => ({
  kind: 'grant',
  id: `0x${'ab'.repeat(32)}`,
  account: MOCK_ACCOUNT,
  chainId: 31_337,
  markets: [market],
  limits: { stake: AMOUNT, bets: 10, expiresAt: toUnixSeconds(2_000_000_000) },
  first: { position: 'bear', epoch: toEpoch(40) },
})

test('makes the first bet of a permission', async () => {
  vi.mocked(followReturnedGrant).mockResolvedValue()
  const texts = await goOnWith(grantFor(prediction))
  await expect.poll(() => oneTap.press.mock.calls).toHaveLength(1)
  expect(oneTap.press).toHaveBeenCalledWith('bear', home.next.round, 'BNB')
  expect(texts()).toEqual(['One-tap bets are on'])
})

test.each(['ready', 'loading'])(
  'makes no first bet where the page shows another market, whose rounds are %s',
  async (kind) => {
    home.next.kind = kind
    vi.mocked(followReturnedGrant).mockResolvedValue()
    const texts = await goOnWith(grantFor(OTHER_MARKET))
    await expect.poll(() => texts().join()).toMatch('this bet was not placed')
    expect(texts()).toContain('One-tap bets are on')
    expect(oneTap.press).not.toHaveBeenCalled()
  },
)

test('opens no bet of another market again that the player has refused', async () => {
  vi.mocked(followReturnedGrant).mockRejectedValue(new UserRejectedRequestError(new Error('no')))
  const texts = await goOnWith(grantFor(OTHER_MARKET))
  await expect.poll(texts).toEqual(['One-tap bets are still off. Nothing was approved.'])
  expect(home.openBet).not.toHaveBeenCalled()
})

test('acts once, though a sign-out removes its part of the page', async () => {
  vi.mocked(followReturnedGrant).mockResolvedValue()
  const texts = await goOnWith(grantFor(OTHER_MARKET))
  await expect.poll(texts).toHaveLength(2)
  const owner = useOwner()
  vi.mocked(useOwner).mockReturnValue(null)
  pages.show()
  vi.mocked(useOwner).mockReturnValue(owner)
  pages.show()
  expect(followReturnedGrant).toHaveBeenCalledOnce()
})

const REVOCATION: Awaited = { kind: 'revoke', expiresAt: toUnixSeconds(2_000_000_000) }

test('says that one-tap bets are off once the revocation is approved', async () => {
  const texts = await goOnWith(REVOCATION)
  await expect.poll(texts).toEqual(['One-tap bets are off'])
})

test.each([
  ['is refused', () => Promise.reject(new UserRejectedRequestError(new Error('no')))],
  ['has no outcome', () => Promise.resolve(null)],
])('says until when the permission lasts where the revocation %s', async (_, outcome) => {
  vi.mocked(takeOutcome).mockImplementation(outcome)
  const texts = await goOnWith(REVOCATION)
  await expect.poll(texts).toEqual(['One-tap bets are off'])
  expect(details()).toMatch(/^This browser can no longer use the permission/)
})

test('goes on with the move to the smart account', async () => {
  const texts = await goOnWith({ kind: 'move' })
  await expect.poll(texts).toEqual(['Your money has moved'])
  expect(vi.mocked(finishMove).mock.calls[0]?.[2]).toBe('0xab')
})

test('says that a refused move has moved nothing', async () => {
  vi.mocked(takeOutcome).mockRejectedValue(new UserRejectedRequestError(new Error('no')))
  const texts = await goOnWith({ kind: 'move' })
  await expect.poll(texts).toEqual(['Nothing was moved.'])
  expect(finishMove).not.toHaveBeenCalled()
})

const HASH = `0x${'ab'.repeat(32)}`

test.each([
  ['success', 'Transaction confirmed'],
  ['reverted', 'The chain refused the transaction. Only the network fee was spent.'],
])('shows the outcome of a payment of the wallet: %s', async (status, text) => {
  vi.mocked(takeOutcome).mockResolvedValue(HASH)
  vi.mocked(waitForTransactionReceipt).mockResolvedValue({ status } as TransactionReceipt)
  const texts = await goOnWith({ kind: 'dialog', what: 'transaction' })
  await expect.poll(texts).toEqual([text])
})

test('says that a swap goes on after the approval of its token, and that a permission has ended', async () => {
  vi.mocked(takeOutcome).mockResolvedValue(HASH)
  vi.mocked(waitForTransactionReceipt).mockResolvedValue({
    status: 'success',
  } as TransactionReceipt)
  const approved = await goOnWith({ kind: 'dialog', what: 'approval' })
  await expect.poll(approved).toEqual(['The token is approved. Open the swap again to go on.'])
  vi.mocked(takeOutcome).mockResolvedValue(`0x${'11'.repeat(65)}`)
  const revoked = await goOnWith({ kind: 'dialog', what: 'revocation' })
  await expect.poll(revoked).toEqual(['The permission has ended'])
})

test('says that a payment was cancelled', async () => {
  vi.mocked(takeOutcome).mockRejectedValue(new UserRejectedRequestError(new Error('no')))
  const texts = await goOnWith({ kind: 'dialog', what: 'transaction' })
  await expect.poll(texts).toEqual(['Transaction cancelled by user'])
})

test('error: does not say that a payment failed whose outcome is unknown', async () => {
  vi.mocked(takeOutcome).mockResolvedValue(null)
  const unnamed = await goOnWith({ kind: 'dialog', what: 'transaction' })
  await expect.poll(() => unnamed().join()).toMatch('not known yet')
  vi.mocked(takeOutcome).mockResolvedValue(HASH)
  vi.mocked(waitForTransactionReceipt).mockRejectedValue(new Error('timeout'))
  const pending = await goOnWith({ kind: 'dialog', what: 'transaction' })
  await expect.poll(() => pending().join()).toMatch('not known yet')
})
