import { payoutRules } from '@bullring/client/market-rules'
import { payoutOf, returnOf, splitPot } from '@bullring/prediction/payout'
import { type Epoch, toWei } from '@bullring/prediction/units'
import * as z from 'zod/mini'
import type { MarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'

/** Points that practice starts with. */
const START_POINTS = 1_000

/** Bets that are kept: the newest. */
const KEPT_BETS = 20

const Points = z.int().check(z.nonnegative())

const PracticeBet = z.object({
  market: z.string(),
  epoch: z.string().check(z.regex(/^\d{1,20}$/)),
  position: z.enum(['bull', 'bear']),
  stake: z.int().check(z.positive()),
  /** Points that came back; null until the round has a result. */
  payout: z.nullable(Points),
})
/** A bet of play points. It is in no history, sum or ranking. */
export type PracticeBet = z.infer<typeof PracticeBet>

/** The points and bets of a visitor who practises, newest bet last. */
export const PracticeBook = z.object({ points: Points, bets: z.array(PracticeBet) })
/** @see PracticeBook */
export type PracticeBook = z.infer<typeof PracticeBook>

export const NEW_BOOK: PracticeBook = { points: START_POINTS, bets: [] }

/** Places a bet; the same book where points are short, or the round has one already. */
export function withBet(book: PracticeBook, bet: Omit<PracticeBet, 'payout'>): PracticeBook {
  if (bet.stake > book.points || betOn(book, bet.market, bet.epoch) !== undefined) return book
  const bets = [...book.bets, { ...bet, payout: null }].slice(-KEPT_BETS)
  return { points: book.points - bet.stake, bets }
}

/** Returns the bet on a round; `undefined` without one. */
export function betOn(
  { bets }: PracticeBook,
  market: string,
  epoch: string,
): PracticeBet | undefined {
  return bets.find((bet) => bet.market === market && bet.epoch === epoch)
}

/** Returns the bets of a market that wait for a result. */
export function pendingBets({ bets }: PracticeBook, market: string): readonly PracticeBet[] {
  return bets.filter((bet) => bet.market === market && bet.payout === null)
}

/** Pays out a bet. A bet that has its result already, from another tab, stays as it is. */
export function withPayout(
  book: PracticeBook,
  { market, epoch }: { market: string; epoch: Epoch },
  payout: number,
): PracticeBook {
  const bet = betOn(book, market, epoch.toString())
  if (bet === undefined || bet.payout !== null) return book
  const bets = book.bets.map((each) => (each === bet ? { ...bet, payout } : each))
  return { points: book.points + payout, bets }
}

/** Points that a bet gets back by the odds of the real round, to which it adds nothing; null until the round has a result. */
export function payoutPoints(
  { pool, treasuryFee, state }: Pick<Round, 'pool' | 'treasuryFee' | 'state'>,
  { position, stake }: Pick<PracticeBet, 'position' | 'stake'>,
  market: MarketRules,
): number | null {
  if (state.kind === 'refund') return stake
  if (state.kind !== 'settled') return null
  if (state.winner === null) return 0
  // Without real bets on this side, there are no odds.
  if (pool[`${position}Amount`] === 0n) return stake
  const split = splitPot(pool, state.winner, payoutRules(market, treasuryFee))
  const amount = toWei(BigInt(stake))
  return Number(state.winner === position ? payoutOf(amount, split) : returnOf(amount, split))
}
