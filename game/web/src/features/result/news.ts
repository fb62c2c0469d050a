import { isOneSided } from '@bullring/prediction/payout'
import type { RefundReason } from '@bullring/prediction/round-state'
import { type Epoch, toWei, type UnixSeconds, type Wei } from '@bullring/prediction/units'
import type { Trade } from '#api/trade/trade.ts'

/** Results that this device has shown: all up to `newest`, except `pending`, which had none yet. */
export type SeenResults = { newest: Epoch; pending: readonly Epoch[] }

/** Results that are older are no news. */
const NEWS_SECONDS = 24 * 60 * 60

/**
 * Returns the bets whose result is new to this device, oldest first, and the seen results afterwards.
 *
 * @param trades - The newest bets of an account, newest first.
 * @param seen - Null on a device that has not seen the account before: there nothing is new.
 * @param isSent - The account is sent its winnings, so that claimed bets are new to it, too.
 */
export function findNews(
  trades: readonly Trade[],
  seen: SeenResults | null,
  now: UnixSeconds,
  isSent = false,
): { news: readonly Trade[]; seen: SeenResults } {
  const [newest] = trades
  const pending = trades.filter((trade) => !isDecided(trade)).map(({ epoch }) => epoch)
  const isUnseen = ({ epoch }: Trade) =>
    seen !== null && (epoch > seen.newest || seen.pending.includes(epoch))
  const isNews = (trade: Trade) =>
    isDecided(trade) &&
    isUnseen(trade) &&
    (isSent || !trade.isClaimed) &&
    now - trade.placedAt < NEWS_SECONDS
  return {
    news: trades.filter(isNews).reverse(),
    seen: { newest: newest?.epoch ?? seen?.newest ?? (0n as Epoch), pending },
  }
}

/** `isWin` of a settled round is null until the index has processed it. */
export function isDecided({ state, isWin }: Trade): boolean {
  return state === 'refund' || (state === 'settled' && isWin !== null)
}

/** A result in numbers. */
export type Outcome =
  | { kind: 'won'; gain: bigint }
  | { kind: 'lost'; lost: Wei; returned: Wei }
  | { kind: 'refunded'; reason: RefundReason; returned: Wei }

/** Returns the result of a decided bet. */
export function outcomeOf(trade: Trade): Outcome {
  const { isWin, winAmount, stake, returnedAmount } = trade
  if (isWin === null) return { kind: 'refunded', reason: refundReason(trade), returned: stake }
  if (isWin && winAmount >= 0n) return { kind: 'won', gain: winAmount }
  // In a `pancake-v2` market, the fee may exceed the losers' stakes.
  if (isWin) return { kind: 'lost', lost: toWei(-winAmount), returned: toWei(0n) }
  return { kind: 'lost', lost: toWei(stake - returnedAmount), returned: returnedAmount }
}

function refundReason({ pool, lockPrice, closePrice }: Trade): RefundReason {
  if (isOneSided(pool)) return 'one-sided'
  return lockPrice !== null && lockPrice === closePrice ? 'tie' : 'no-price'
}

/** The sums of several results. */
export type Totals = { won: bigint; lost: bigint; returned: bigint; claimable: Wei }

/** Adds up results. `returned` is the returned part of stakes that were not won. */
export function totalsOf(trades: readonly Trade[]): Totals {
  const totals = { won: 0n, lost: 0n, returned: 0n, claimable: 0n }
  for (const trade of trades) {
    const outcome = outcomeOf(trade)
    totals.claimable += trade.claimAmount
    if (outcome.kind === 'won') totals.won += outcome.gain
    else totals.returned += outcome.returned
    if (outcome.kind === 'lost') totals.lost += outcome.lost
  }
  return { ...totals, claimable: toWei(totals.claimable) }
}

/** Returns what a decided bet pays in all, claimed or not. */
function paymentOf({ isWin, stake, winAmount, returnedAmount }: Trade): bigint {
  return isWin === true ? stake + winAmount : returnedAmount
}

/** State of the payments of an account that is sent its winnings. */
export type Delivery = { kind: 'pending' } | { kind: 'sent'; amount: Wei }

/** Returns the state of the payments for decided bets; null where nothing is paid. */
export function deliveryOf(trades: readonly Trade[]): Delivery | null {
  const amount = toWei(trades.reduce((sum, trade) => sum + paymentOf(trade), 0n))
  if (amount === 0n) return null
  const isPending = trades.some(({ claimAmount }) => claimAmount > 0n)
  return isPending ? { kind: 'pending' } : { kind: 'sent', amount }
}
