import { toEpoch, toPriceE8, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { createChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import {
  claimAndBet,
  placeBet,
  readBetTerms,
  readHasBet,
} from '#chain/contract/prediction-contract.ts'
import { chainDefinition } from '#chain/wallet/chain-definition.ts'
import { changeSettings } from '#settings/device-settings.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { TEST_INTERVAL, testRound } from '#testing/test-round.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { ToastRegion } from '#ui/dialog/toast-region.tsx'
import { BetDialog } from './bet-dialog.tsx'
import { useAsking } from './use-asking.ts'
import type { FirstTap, OneTapSlotProps } from './use-first-tap.ts'
import { usePendingSide } from './use-place-bet.ts'

vi.mock('#chain/contract/prediction-contract.ts', () => ({
  claimAndBet: vi.fn(),
  placeBet: vi.fn(),
  readBetTerms: vi.fn(),
  readHasBet: vi.fn(),
}))

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER_ACCOUNT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const BNB = 10n ** 18n
const GAS_COST = toWei(BNB / 10_000n)
const LOCK = 12 * TEST_INTERVAL

const appConfig = testAppConfig()

const round = testRound(12n, {
  pool: { bullAmount: toWei(BNB), bearAmount: toWei(2n * BNB) },
  pot: toWei(3n * BNB),
  multiples: { bull: 2.91, bear: 1.455 },
})

const thinPool = (bull: bigint, bear: bigint) => ({
  bullAmount: toWei(bull),
  bearAmount: toWei(bear),
})

function open(overrides: Partial<Parameters<typeof BetDialog>[0]> = {}, config = appConfig) {
  const clock = createChainClock(() => 0)
  const setTime = (serverTime: number) =>
    act(() => clock.sync({ sentAtMs: 0, receivedAtMs: 0, serverTime, blockTimestamp: null }))
  clock.sync({ sentAtMs: 0, receivedAtMs: 0, serverTime: LOCK - 100, blockTimestamp: null })
  const definition = chainDefinition(appConfig.chain, 'http://127.0.0.1:1')
  const wagmi = createConfig({ chains: [definition], transports: { [definition.id]: http() } })
  const onPlaced = vi.fn()
  const onClose = vi.fn()
  const toasts = createToastStore()
  const queries = new QueryClient()
  const page = (window: ReactNode) => (
    <AppConfigContext value={config}>
      <ChainClockContext value={clock}>
        <ToastContext value={toasts}>
          <WagmiProvider config={wagmi}>
            <QueryClientProvider client={queries}>
              <ToastRegion />
              <PendingBet />
              {window}
            </QueryClientProvider>
          </WagmiProvider>
        </ToastContext>
      </ChainClockContext>
    </AppConfigContext>
  )
  const dialog = (changes: typeof overrides) => (
    <BetDialog
      position="bull"
      round={round}
      price={{ value: toPriceE8(86_341_000_000n), direction: 'up' }}
      account={account}
      balance={toWei(4n * BNB)}
      hasEntered={false}
      onPlaced={onPlaced}
      onClose={onClose}
      {...changes}
    />
  )
  const { rerender } = render(page(dialog(overrides)))
  const update = (changes: typeof overrides) => rerender(page(dialog(changes)))
  return { setTime, onPlaced, onClose, update, close: () => rerender(page(null)) }
}

/** Shows the bet as the rest of the page sees it. */
function PendingBet() {
  const side = usePendingSide(account, round.epoch)
  const sideElsewhere = usePendingSide(account, toEpoch(round.epoch + 1n))
  return (
    <p>
      Pending: {side} {sideElsewhere && 'another round'}
    </p>
  )
}

const pendingBet = () => screen.getByText(/^Pending:/).textContent.trim()

/** Everything in the live regions of the toasts. */
const toastText = () =>
  [...document.querySelectorAll('[aria-live="polite"]')].map((each) => each.textContent).join()

const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Share of balance' })
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm UP' })

beforeEach(() => {
  localStorage.clear()
  changeSettings({ showsBetDetails: true })
  vi.mocked(placeBet).mockReset()
  vi.mocked(claimAndBet).mockReset()
  vi.mocked(readBetTerms)
    .mockReset()
    .mockResolvedValue({
      minimum: toWei(BNB / 1_000n),
      isPaused: false,
      hasCode: false,
      canBatch: false,
      gasCost: GAS_COST,
    })
})
afterEach(cleanup)

test('opens at 0 and 0 % with the amount focused and the confirm button disabled', () => {
  open()
  expect(screen.getByRole('heading', { name: 'Predict UP' })).toBeDefined()
  expect([amount().value, slider().value]).toEqual(['0', '0'])
  expect(document.activeElement).toBe(amount())
  expect(confirm().disabled).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('keeps amount and slider in sync', async () => {
  open()
  await userEvent.clear(amount())
  await userEvent.type(amount(), '1.5')
  expect(slider().value).toBe('37')
  const shares = within(screen.getByRole('group', { name: 'Share of balance' }))
  await userEvent.click(shares.getByRole('button', { name: '25%' }))
  expect([amount().value, slider().value]).toEqual(['1', '25'])
  await userEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect([amount().value, slider().value]).toEqual(['3.997', '100'])
})

test('shows payout, profit and the risk', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain('You get if you win1.9400 BNB')
  expect(text).toContain('Odds with your stake1.94x')
  expect(text).toContain('Profit+0.9400 BNB')
  expect(text).toContain("You won't be able to remove or change your position once you enter it.")
  expect(text).toContain('The house takes 3% of every decided round.')
})

test('says how much of the stake the other side can match', async () => {
  // 0.001 BNB on DOWN can win 0.019 of the stakes on UP.
  open({ round: testRound(12n, { pool: thinPool(0n, BNB / 1_000n) }) })
  await userEvent.clear(amount())
  await userEvent.type(amount(), '0.5')
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain(
    'With the stakes so far, at most 0.0190 BNB of your stake is at risk; the rest comes back.',
  )
  expect(text).toContain('You get if you win0.5000 BNB')
  expect(text).toContain('Profit0.0000 BNB')
  expect(text).toContain('Returned if you lose0.4810 BNB')
})

test('shows the largest payout against a much larger side', async () => {
  open({ round: testRound(12n, { pool: thinPool(0n, 10n * BNB) }) })
  await userEvent.clear(amount())
  await userEvent.type(amount(), '0.1')
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain('You get if you win1.9400 BNB')
  expect(text).toContain('Odds with your stake19.40x')
  expect(text).toContain('A payout is at most 20x the stake, less the fee.')
})

test('shows the odds and the price, and switches the side', async () => {
  vi.mocked(placeBet).mockResolvedValue('0xab')
  const { update } = open()
  expect(screen.getByRole('dialog').textContent).toContain('$863.4100')
  expect(screen.getByRole('group', { name: 'Side' }).textContent).toContain('UPpays now 2.91x')
  update({ round: { ...round, multiples: { bull: 1.5, bear: 3 } } })
  expect(screen.getByRole('group', { name: 'Side' }).textContent).toContain('DOWNpays now 3.00x')

  const amounts = within(screen.getByRole('group', { name: 'Amount' }))
  await userEvent.click(amounts.getByRole('button', { name: '0.05 BNB' }))
  expect(amount().value).toBe('0.05')
  await userEvent.click(screen.getByRole('radio', { name: /^DOWN/ }))
  expect(screen.getByRole('heading', { name: 'Predict DOWN' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm DOWN' }))
  await screen.findByText('Bet DOWN Successfully')
  expect(vi.mocked(placeBet).mock.calls[0]?.[2]).toMatchObject({
    position: 'bear',
    amount: BNB / 20n,
  })
})

test('says what the fee takes and what comes back of a lost bet', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain('Fee (already deducted)0.0600 BNB')
  expect(text).not.toContain('Returned if you lose')
})

test('hides all but amount, payout and confirmation until the details are wanted, and remembers it', async () => {
  changeSettings({ showsBetDetails: false })
  const { close, update } = open()
  const details = () => screen.getByRole('button', { name: 'Details' })
  await userEvent.click(screen.getByRole('button', { name: '0.05 BNB' }))
  expect(screen.getByRole('dialog').textContent).toContain('You get if you win')
  expect(screen.queryByText('Fee (already deducted)')).toBeNull()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(details().getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(details())
  expect(screen.getByText('Fee (already deducted)')).toBeDefined()
  close()
  update({})
  expect(details().getAttribute('aria-expanded')).toBe('true')
})

test('shows no line without a value before an amount is entered', () => {
  open()
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain('Balance4.00000000 BNB')
  expect(text).toContain('Sell before the lock?No: stakes are final')
  for (const label of ['Odds with your stake', 'Profit', 'Fee (', 'Returned if you lose']) {
    expect(text).not.toContain(label)
  }
})

test('says that the stake comes back while nothing is on the other side', async () => {
  open({ round: testRound(12n, { pool: thinPool(BNB, 0n) }) })
  await userEvent.click(screen.getByRole('button', { name: '0.05 BNB' }))
  expect(
    screen.getByText('So far no one is against you: you would get your stake back.'),
  ).toBeDefined()
})

test('offers the amount that a text with grouped digits means', async () => {
  open()
  await userEvent.clear(amount())
  await userEvent.type(amount(), '1,000.50')
  await userEvent.click(screen.getByRole('button', { name: 'Use 1000.50' }))
  expect(amount().value).toBe('1000.50')
})

test('opens no approval in the last seconds before the lock', async () => {
  const { setTime } = open()
  await userEvent.click(screen.getByRole('button', { name: '0.05 BNB' }))
  setTime(LOCK - 9)
  expect(confirm().disabled).toBe(false)
  setTime(LOCK - 8)
  expect(confirm().disabled).toBe(true)
  expect(screen.getByRole('alert').textContent).toBe(
    'Round #12 is about to lock: too late to approve a bet.',
  )
})

test('names no payout of more than the balance, though something else keeps the bet from being placed', async () => {
  const { setTime } = open()
  setTime(LOCK - 8)
  await userEvent.clear(amount())
  await userEvent.type(amount(), '9'.repeat(60))
  expect(screen.getByRole('dialog').textContent).toContain('You get if you win\u2013')
})

test('shows no such refusal to a visitor who is approving', async () => {
  vi.mocked(placeBet).mockReturnValue(new Promise(() => undefined))
  const { setTime } = open()
  await userEvent.click(screen.getByRole('button', { name: '0.05 BNB' }))
  await userEvent.click(confirm())
  setTime(LOCK - 5)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('asks again when even a win would not pay', async () => {
  vi.mocked(placeBet).mockResolvedValue('0xab')
  open({ round: testRound(12n, { pool: thinPool(0n, BNB / 1_000n) }) })
  await userEvent.clear(amount())
  await userEvent.type(amount(), '0.5')
  await userEvent.click(confirm())
  expect(placeBet).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toBe(
    'Even if you win, you only get your stake back.',
  )
  // Another amount is another question.
  await userEvent.type(amount(), '1')
  await userEvent.click(confirm())
  expect(placeBet).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Bet UP anyway' }))
  expect(placeBet).toHaveBeenCalledTimes(1)
})

test('leaves enough for the transaction, with one click', async () => {
  open()
  await userEvent.clear(amount())
  await userEvent.type(amount(), '4')
  expect(await screen.findByText('Leave 0.003 BNB for fees')).toBeDefined()
  expect(confirm().disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Bet 3.9970 instead' }))
  expect(amount().value).toBe('3.997')
  expect(confirm().disabled).toBe(false)
})

test('announces a changed fee before it is charged', () => {
  const announced = (epoch: number) =>
    testAppConfig({ markets: { BNB: { ...TEST_MARKET, nextTreasuryFee: { feeBps: 400, epoch } } } })
  open({}, announced(14))
  expect(screen.getByText('From round #14: 4%.')).toBeDefined()
  cleanup()
  open({}, announced(12))
  expect(screen.queryByText(/From round/)).toBeNull()
})

test.each([
  ['0', 'Please enter a valid bet amount'],
  ['', 'Please enter a valid bet amount'],
  ['0.0001', 'The smallest bet is 0.001 BNB'],
  ['4.1', 'Insufficient BNB balance'],
])('Enter with "%s" in the field shows: %s', async (text, message) => {
  open()
  await userEvent.clear(amount())
  await userEvent.type(amount(), `${text}{Enter}`)
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(placeBet).not.toHaveBeenCalled()
})

test('Enter sends the exact amount, shows a toast and closes', async () => {
  vi.mocked(placeBet).mockResolvedValue('0xab')
  const { onPlaced, onClose } = open()
  await userEvent.clear(amount())
  await userEvent.type(amount(), '0.123456789{Enter}')
  expect(vi.mocked(placeBet).mock.calls[0]?.[2]).toEqual({
    account,
    epoch: 12n,
    position: 'bull',
    amount: 123_456_789_000_000_000n,
  })
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(onPlaced).toHaveBeenCalledWith(12n)
  expect(screen.getByText('Bet UP Successfully')).toBeDefined()
  expect(amount().value).toBe('0.001')
})

test('cannot be sent twice while the wallet is open', async () => {
  vi.mocked(placeBet).mockReturnValue(new Promise(() => undefined))
  open()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  const pending = screen.getByRole<HTMLButtonElement>('button', {
    name: 'Confirm in your wallet...',
  })
  expect(pending.disabled).toBe(true)
  expect(amount().disabled).toBe(true)
})

test("shows no error when the visitor's own bet arrives before the dialog closes", async () => {
  vi.mocked(placeBet).mockReturnValue(new Promise(() => undefined))
  const { update } = open()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  update({ hasEntered: true })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('collects winnings with the bet where the wallet batches calls, unless the player says no', async () => {
  const collectable = [toEpoch(3n), toEpoch(5n)]
  const terms = { minimum: toWei(0n), isPaused: false, hasCode: true, gasCost: toWei(0n) }
  vi.mocked(readBetTerms).mockResolvedValue({ ...terms, canBatch: true })
  vi.mocked(claimAndBet).mockResolvedValue()
  const onCollected = vi.fn()
  open({ collectable, onCollected })
  const collect = await screen.findByRole('switch', { name: 'Collect winnings too' })
  expect(screen.getByText('2 rounds, approved together with the bet')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  await expect.poll(() => onCollected.mock.calls).toEqual([[collectable]])
  expect(vi.mocked(claimAndBet).mock.calls[0]?.[2]).toMatchObject({
    collect: collectable,
    amount: toWei(BNB),
  })
  await userEvent.click(collect)
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  await expect.poll(() => vi.mocked(placeBet).mock.calls.length).toBe(1)
  expect(vi.mocked(claimAndBet)).toHaveBeenCalledOnce()
})

test('offers to collect nothing with a wallet that sends calls one by one', async () => {
  open({ collectable: [toEpoch(3n)] })
  await waitFor(() => expect(vi.mocked(readBetTerms)).toHaveBeenCalled())
  expect(screen.queryByRole('switch')).toBeNull()
})

test('shows that the bet was sent and is being mined', async () => {
  vi.mocked(placeBet).mockImplementation((_config, _market, _bet, onSent) => {
    onSent?.('0xab')
    return new Promise(() => undefined)
  })
  open()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  await screen.findByRole('button', { name: 'Sent. Waiting for the chain...' })
})

test('a bet stays pending after its dialog closed, and its success closes no other dialog', async () => {
  const { promise, resolve } = Promise.withResolvers<'0xab'>()
  vi.mocked(placeBet).mockReturnValue(promise)
  const { close, onClose, onPlaced } = open()
  expect(pendingBet()).toBe('Pending:')
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  close()
  expect(pendingBet()).toBe('Pending: bull')
  resolve('0xab')
  await screen.findByText('Bet UP Successfully')
  expect(pendingBet()).toBe('Pending:')
  expect(onPlaced).toHaveBeenCalledWith(12n)
  expect(onClose).not.toHaveBeenCalled()
})

test('names no market that the page still shows', async () => {
  vi.mocked(placeBet).mockResolvedValue('0xab')
  const page: ReturnType<typeof open> = open(
    { onClose: () => page.close() },
    testAppConfig({ markets: { BNB: TEST_MARKET, BTC: TEST_MARKET } }),
  )
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  await screen.findByText(/^Bet Bull Success: 1.0000 BNB on round #12/)
})

test('names the market of a bet that ends after the page has switched to another one', async () => {
  const { promise, resolve } = Promise.withResolvers<'0xab'>()
  vi.mocked(placeBet).mockReturnValue(promise)
  const { close } = open({}, testAppConfig({ markets: { BNB: TEST_MARKET, BTC: TEST_MARKET } }))
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  close()
  window.history.replaceState(null, '', '/?market=BTC')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  resolve('0xab')
  await screen.findByText(/^BNB: Bet Bull Success: 1.0000 BNB on round #12/)
})

test('the bet of an account closes no dialog of the account that the wallet has switched to', async () => {
  const { promise, resolve } = Promise.withResolvers<'0xab'>()
  vi.mocked(placeBet).mockReturnValue(promise)
  const { update, onClose } = open()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  update({ account: OTHER_ACCOUNT })
  resolve('0xab')
  await screen.findByText('Bet UP Successfully')
  expect(onClose).not.toHaveBeenCalled()
  expect(confirm().disabled).toBe(false)
})

test('says for each bet whether it was sent, also after the wallet has switched its account', async () => {
  const first = Promise.withResolvers<never>()
  vi.mocked(placeBet)
    .mockImplementationOnce((_config, _market, _bet, onSent) => {
      onSent?.('0xab')
      return first.promise
    })
    .mockReturnValueOnce(new Promise(() => undefined))
  const { update } = open()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  update({ account: OTHER_ACCOUNT })
  await userEvent.click(confirm())
  await waitFor(() => expect(placeBet).toHaveBeenCalledTimes(2))
  expect(screen.getByRole('button', { name: 'Confirm in your wallet...' })).toBeDefined()
  first.reject(Object.assign(new Error('offline'), { name: 'HttpRequestError' }))
  expect((await screen.findByRole('alert')).textContent).toContain('may still')
})

test('stays open and shows the reason when the bet fails', async () => {
  vi.mocked(placeBet).mockRejectedValue(new Error('the node is down'))
  const { onClose } = open()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Bet Bull failed: the node is down')
  expect(onClose).not.toHaveBeenCalled()
  expect(await screen.findByRole('button', { name: 'Confirm UP' })).toHaveProperty(
    'disabled',
    false,
  )
})

test('closes with a message when the round locks', async () => {
  const { setTime, onClose } = open()
  setTime(LOCK - 1)
  expect(onClose).not.toHaveBeenCalled()
  setTime(LOCK)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(toastText()).toContain('Betting period for this round has ended')
})

test('closes with a message when the user has bet on this round in another tab', async () => {
  const { update, onClose } = open()
  update({ hasEntered: true })
  await waitFor(() => expect(toastText()).toContain('You have already entered this round'))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('closes with a message when the chain refuses a second bet', async () => {
  vi.mocked(placeBet).mockRejectedValue(new Error('Transaction creation failed.'))
  vi.mocked(readHasBet).mockResolvedValueOnce(false).mockResolvedValue(true)
  const { onClose, onPlaced } = open()
  await userEvent.click(screen.getByRole('button', { name: '25%' }))
  await userEvent.click(confirm())
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(toastText()).toContain('You have already entered this round')
  expect(onPlaced).toHaveBeenCalledWith(12n)
})

test('reports paused bets before anything is typed', async () => {
  vi.mocked(readBetTerms).mockResolvedValue({
    minimum: toWei(1n),
    isPaused: true,
    hasCode: false,
    canBatch: false,
    gasCost: GAS_COST,
  })
  open()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Bets are paused for now. You can still collect.',
  )
  expect(confirm().disabled).toBe(true)
})

/** An offer of one-tap bets, as the page makes it. */
function Offer({ start, isOn, onOffer }: OneTapSlotProps & FirstTap) {
  useEffect(() => {
    onOffer({ start })
    return () => onOffer(null)
  }, [onOffer, start])
  return <p>One tap: {isOn ? 'on' : 'off'}</p>
}

/** Opens the dialog with an offer whose permission the player grants or refuses. */
function openWithOffer(isGranted: boolean) {
  const start = vi.fn(() => Promise.resolve(isGranted))
  const page = open({ oneTap: (slot) => <Offer {...slot} start={start} /> })
  return { ...page, start }
}

const bet50 = expect.objectContaining({ position: 'bull', epoch: 12n, amount: BNB / 20n })

test('a first bet asks for a permission instead of an approval', async () => {
  const { start } = openWithOffer(true)
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '0.05')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm UP' }))
  await waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith(bet50))
  expect(placeBet).not.toHaveBeenCalled()
})

/** An offer of which the wallet has not been heard yet. */
function UnknownOffer({ onOffer }: OneTapSlotProps) {
  useAsking(onOffer, true)
  return null
}

test('a first bet waits for the offer of one-tap bets', async () => {
  const { start, update } = openWithOffer(true)
  update({ oneTap: (slot) => <UnknownOffer {...slot} /> })
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '0.05')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm UP' }))
  expect(await screen.findByRole('button', { name: 'Confirm in your wallet...' })).toBeDefined()
  expect(start).not.toHaveBeenCalled()
  update({ oneTap: (slot) => <Offer {...slot} start={start} /> })
  await waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith(bet50))
  expect(placeBet).not.toHaveBeenCalled()
})

test('a first bet is placed with an approval if the offer takes too long', async () => {
  open({ oneTap: (slot) => <UnknownOffer {...slot} /> })
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '0.05')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm UP' }))
  expect(placeBet).not.toHaveBeenCalled()
  await waitFor(() => expect(placeBet).toHaveBeenCalledTimes(1), { timeout: 4_000 })
  expect(vi.mocked(placeBet).mock.calls[0]?.[2]).toEqual(bet50)
})

test('after a refused permission, the next press places the bet with one approval', async () => {
  const { start } = openWithOffer(false)
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '0.05')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm UP' }))
  await screen.findByText('One tap: off')
  expect(placeBet).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm UP' }))
  await waitFor(() => expect(placeBet).toHaveBeenCalledTimes(1))
  expect(vi.mocked(placeBet).mock.calls[0]?.[2]).toEqual(bet50)
  expect(start).toHaveBeenCalledTimes(1)
})

test('asks for no permission shortly before the lock', async () => {
  const { start, setTime } = openWithOffer(true)
  setTime(LOCK - 15)
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '0.05')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm UP' }))
  await waitFor(() => expect(placeBet).toHaveBeenCalledTimes(1))
  expect(start).not.toHaveBeenCalled()
})
