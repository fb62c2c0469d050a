import type { PayoutRules, Position, PotSplit } from '@bullring/prediction/payout'
import { payoutMultiple, potOf, splitPot } from '@bullring/prediction/payout'
import { type RoundState, roundState, type Strike } from '@bullring/prediction/round-state'
import { type RoundTimes, roundTimes, strikeTime } from '@bullring/prediction/schedule'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import type { Round } from '#api/round/round.ts'
import type { MarketTerms, RoundEvidence, StrikeEvidence } from '#chain/contract/round-evidence.ts'

/** Whether the price feed confirms a strike. */
type StrikeVerdict =
  /** The first answer at or after the due time, proven by the answer before it. */
  | 'first'
  /** The first answer came too late: no price. */
  | 'late'
  /** Not settled within the settlement window: no price. */
  | 'unsettled'
  /** Not settled yet, within the settlement window. */
  | 'pending'
  /** The contract's strike contradicts the feed. */
  | 'wrong'

/** A strike with its verdict. */
export type StrikeProof = {
  due: UnixSeconds
  evidence: StrikeEvidence
  verdict: StrikeVerdict
  /** The page shows the derived price. */
  isProven: boolean
}

/** A round derived from the chain, each step compared with the page. */
export type RoundProof = {
  times: { derived: RoundTimes; isProven: boolean }
  lock: StrikeProof
  close: StrikeProof
  pool: { bullAmount: bigint; bearAmount: bigint; pot: bigint; isProven: boolean }
  result: { state: RoundState; isProven: boolean }
  payout: {
    /** Null for a round without a winner. */
    split: PotSplit | null
    /** Division of the pot if that side won. */
    splits: Record<Position, PotSplit>
    multiples: Record<Position, number>
    isProven: boolean
  }
  isProven: boolean
}

/**
 * Derives a round from the evidence by the rules of the game. Pure.
 *
 * @param shown - The round as the page shows it, from the game's API.
 */
export function deriveProof(evidence: RoundEvidence, shown: Round): RoundProof {
  const { terms, pool, treasuryFee, blockTimestamp } = evidence
  const times = roundTimes(terms, shown.epoch)
  const lockDue = strikeTime(terms, shown.epoch)
  const closeDue = strikeTime(terms, toEpoch(shown.epoch + 1n))
  const lock = proveStrike(evidence.lock, lockDue, shown.lockPrice, evidence)
  const close = proveStrike(evidence.close, closeDue, shown.closePrice, evidence)
  const facts = { times, pool, lock: strikeOf(lock), close: strikeOf(close) }
  const state = roundState(facts, blockTimestamp, terms)
  const hasWrongStrike = lock.verdict === 'wrong' || close.verdict === 'wrong'
  const steps = {
    times: { derived: times, isProven: isSameTimes(times, shown.times) },
    lock,
    close,
    pool: {
      ...pool,
      pot: potOf(pool),
      isProven:
        pool.bullAmount === shown.pool.bullAmount && pool.bearAmount === shown.pool.bearAmount,
    },
    result: { state, isProven: !hasWrongStrike && isSameState(state, shown.state) },
    payout: provePayout(evidence, state, shown, treasuryFee === shown.treasuryFee),
  }
  return { ...steps, isProven: Object.values(steps).every(({ isProven }) => isProven) }
}

function proveStrike(
  evidence: StrikeEvidence,
  due: UnixSeconds,
  shownPrice: bigint | null,
  { terms, blockTimestamp }: RoundEvidence,
): StrikeProof {
  const verdict = strikeVerdict(evidence, due, terms, blockTimestamp)
  const price = verdict === 'first' ? evidence.price : null
  return { due, evidence, verdict, isProven: verdict !== 'wrong' && price === shownPrice }
}

function strikeVerdict(
  { state, price, settling, before }: StrikeEvidence,
  due: UnixSeconds,
  terms: MarketTerms,
  now: UnixSeconds,
): StrikeVerdict {
  if (state === 'pending') return now > due + terms.settlementWindow ? 'unsettled' : 'pending'
  const isFirst =
    before !== null && before.updatedAt < due && settling !== null && settling.updatedAt >= due
  if (!isFirst) return 'wrong'
  const isLate = settling.updatedAt > due + terms.maxOracleDelay
  if (state === 'void') return isLate ? 'late' : 'wrong'
  return !isLate && settling.price === price ? 'first' : 'wrong'
}

function strikeOf({ verdict, evidence }: StrikeProof): Strike {
  switch (verdict) {
    case 'first':
      return { kind: 'fixed', price: evidence.price, oracleRoundId: evidence.oracleRoundId }
    case 'late':
      return { kind: 'void' }
    case 'unsettled':
    case 'pending':
    case 'wrong':
      return { kind: 'pending' }
  }
}

function provePayout(
  { pool, terms, treasuryFee }: RoundEvidence,
  state: RoundState,
  shown: Round,
  isSameFee: boolean,
): RoundProof['payout'] {
  const { maxPayoutMultiple } = terms
  const rules: PayoutRules = { treasuryFee, maxPayoutMultiple, isFeeCapped: true }
  const splits = { bull: splitPot(pool, 'bull', rules), bear: splitPot(pool, 'bear', rules) }
  const multiples = {
    bull: payoutMultiple(pool, 'bull', rules),
    bear: payoutMultiple(pool, 'bear', rules),
  }
  // Without bets there is no fee to compare: the first bet sets it.
  if (state.kind !== 'settled' || state.winner === null || potOf(pool) === 0n) {
    return { split: null, splits, multiples, isProven: true }
  }
  const isSame = multiples.bull === shown.multiples.bull && multiples.bear === shown.multiples.bear
  return { split: splits[state.winner], splits, multiples, isProven: isSame && isSameFee }
}

function isSameTimes(a: RoundTimes, b: RoundTimes): boolean {
  return (
    a.startTimestamp === b.startTimestamp &&
    a.lockTimestamp === b.lockTimestamp &&
    a.closeTimestamp === b.closeTimestamp
  )
}

function isSameState(a: RoundState, b: RoundState): boolean {
  if (a.kind === 'settled' && b.kind === 'settled') return a.winner === b.winner
  if (a.kind === 'refund' && b.kind === 'refund') return a.reason === b.reason
  return a.kind === b.kind
}
