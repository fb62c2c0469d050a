import { isOneSided, type PayoutRules, type Pool, winnerOf } from '../amounts/payout.ts'
import type { PriceE8 } from '../amounts/units.ts'
import type { RoundState } from '../rounds/round-state.ts'
import { type Bet, betResult } from './claim.ts'

/**
 * Standing of a bet.
 *
 * - `open`: the lock price is not known yet. `change` is the gain of a win.
 * - `winning`, `losing`, `even`: the result at the last price; `even` returns the stake.
 * - `settling`: the round has closed, and its price is missing.
 * - `won`, `lost`, `refunded`: the result.
 */
export type StandingKind =
  | 'open'
  | 'winning'
  | 'losing'
  | 'even'
  | 'settling'
  | 'won'
  | 'lost'
  | 'refunded'

/** Standing of a bet. `change` is the signed gain in wei. */
export type BetStanding = { kind: StandingKind; change: bigint }

/** Known facts of a round. */
type RoundSoFar = { pool: Pool; state: RoundState; lockPrice: PriceE8 | null }

/** The rules of a contract that decide how a bet stands. */
export type StandingRules = PayoutRules & {
  /** Ties and one-sided rounds return every stake. */
  returnsUndecided: boolean
}

/**
 * Returns the standing of a bet at `lastPrice` and with the stakes so far.
 *
 * @param lastPrice - The newest price of the feed; null while unknown.
 */
export function betStanding(
  bet: Pick<Bet, 'position' | 'amount'>,
  round: RoundSoFar,
  lastPrice: PriceE8 | null,
  rules: StandingRules,
): BetStanding {
  const { state } = round
  if (state.kind === 'settling') return { kind: 'settling', change: 0n }
  if (state.kind === 'settled' || state.kind === 'refund') {
    return standingIn(state, bet, round.pool, rules, ['won', 'lost', 'refunded'])
  }
  const [now, kinds] = provisionalState(bet, round, lastPrice, rules)
  return standingIn(now, bet, round.pool, rules, kinds)
}

type KindsByResult = readonly [win: StandingKind, loss: StandingKind, refund: StandingKind]

/** Returns the state if the round ended now, and the names of its results. */
function provisionalState(
  { position }: Pick<Bet, 'position'>,
  { pool, state, lockPrice }: RoundSoFar,
  lastPrice: PriceE8 | null,
  { returnsUndecided }: StandingRules,
): [state: RoundState, kinds: KindsByResult] {
  const kinds: KindsByResult = ['winning', 'losing', 'even']
  if (returnsUndecided && isOneSided(pool)) return [{ kind: 'refund', reason: 'one-sided' }, kinds]
  if (state.kind === 'open' || lockPrice === null || lastPrice === null) {
    return [{ kind: 'settled', winner: position }, ['open', 'open', 'open']]
  }
  const winner = winnerOf(lockPrice, lastPrice)
  if (winner === null && returnsUndecided) return [{ kind: 'refund', reason: 'tie' }, kinds]
  return [{ kind: 'settled', winner }, kinds]
}

function standingIn(
  state: RoundState,
  bet: Pick<Bet, 'position' | 'amount'>,
  pool: Pool,
  rules: PayoutRules,
  [win, loss, refund]: KindsByResult,
): BetStanding {
  const result = betResult({ ...bet, isClaimed: false }, pool, state, rules)
  if (result.isWin === null) return { kind: refund, change: 0n }
  if (result.isWin) return { kind: win, change: result.winAmount }
  return { kind: loss, change: result.returnedAmount - bet.amount }
}
