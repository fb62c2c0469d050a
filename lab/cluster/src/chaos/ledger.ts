import { type BetResult, betResult } from '@bullring/prediction/claim'
import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { PayoutRules, Pool, Position } from '@bullring/prediction/payout'
import { type RoundState, roundState, type Strike } from '@bullring/prediction/round-state'
import { roundTimes, type Schedule, strikeTime } from '@bullring/prediction/schedule'
import {
  type Epoch,
  toBasisPoints,
  toEpoch,
  toWei,
  type UnixSeconds,
} from '@bullring/prediction/units'
import type { Address, Hash } from 'viem'

/** A bet that was mined. */
export type LedgerBet = {
  account: Address
  epoch: Epoch
  position: Position
  amount: bigint
  hash: Hash
  block: number
  /** Block of the claim; null while unclaimed. */
  claimedAt: number | null
}

type Answer = OracleRound & { block: number }

export type LedgerTerms = {
  schedule: Schedule
  /** Seconds from the time of a strike to the last answer that fixes it. */
  maxOracleDelay: number
  settlementWindow: number
  treasuryFee: number
  maxPayoutMultiple: number
}

/** The game as it must be: the transactions that were sent and mined, by the rules of `game/rules`. */
export class Ledger {
  readonly terms: LedgerTerms
  readonly #rules: PayoutRules
  readonly #bets = new Map<string, LedgerBet>()
  readonly #byEpoch = new Map<Epoch, LedgerBet[]>()
  #answers: Answer[] = []
  #undone = 0

  constructor(terms: LedgerTerms) {
    this.terms = terms
    this.#rules = {
      treasuryFee: toBasisPoints(terms.treasuryFee),
      maxPayoutMultiple: terms.maxPayoutMultiple,
      isFeeCapped: true,
    }
  }

  get bets(): readonly LedgerBet[] {
    return [...this.#bets.values()]
  }

  get epochs(): readonly Epoch[] {
    return [...this.#byEpoch.keys()].toSorted((a, b) => Number(a - b))
  }

  get answers(): readonly OracleRound[] {
    return this.#answers
  }

  /** Bets, claims and answers that reorgs undid. */
  get undone(): number {
    return this.#undone
  }

  betOf(account: Address, epoch: Epoch): LedgerBet | null {
    return this.#bets.get(keyOf(account, epoch)) ?? null
  }

  addBet(bet: Omit<LedgerBet, 'claimedAt'>): void {
    const entry = { ...bet, claimedAt: null }
    this.#bets.set(keyOf(bet.account, bet.epoch), entry)
    this.#byEpoch.set(bet.epoch, [...(this.#byEpoch.get(bet.epoch) ?? []), entry])
  }

  addAnswer(answer: Answer): void {
    this.#answers.push(answer)
  }

  addClaim(account: Address, epochs: readonly Epoch[], block: number): void {
    for (const epoch of epochs) {
      const bet = this.betOf(account, epoch)
      if (bet !== null) bet.claimedAt = block
    }
  }

  /** Removes everything above a block: a reorg replaced the blocks. */
  undoAbove(block: number): void {
    const before = this.#bets.size + this.#answers.length
    this.#answers = this.#answers.filter((answer) => answer.block <= block)
    for (const [key, bet] of this.#bets) {
      if (bet.claimedAt !== null && bet.claimedAt > block) {
        bet.claimedAt = null
        this.#undone += 1
      }
      if (bet.block <= block) continue
      this.#bets.delete(key)
      this.#byEpoch.set(
        bet.epoch,
        this.betsIn(bet.epoch).filter((other) => other !== bet),
      )
    }
    this.#undone += before - this.#bets.size - this.#answers.length
  }

  betsIn(epoch: Epoch): readonly LedgerBet[] {
    return this.#byEpoch.get(epoch) ?? []
  }

  poolOf(epoch: Epoch): Pool {
    const sum = (position: Position) =>
      this.betsIn(epoch).reduce(
        (total, bet) => (bet.position === position ? total + bet.amount : total),
        0n,
      )
    return { bullAmount: toWei(sum('bull')), bearAmount: toWei(sum('bear')) }
  }

  /** The first answer from the time of the strike on fixes it, or voids it when it came too late. */
  strikeOf(epoch: Epoch): Strike {
    const dueAt = strikeTime(this.terms.schedule, epoch)
    const first = this.#answers.find(({ updatedAt }) => updatedAt >= dueAt)
    if (first === undefined) return { kind: 'pending' }
    if (first.updatedAt > dueAt + this.terms.maxOracleDelay) return { kind: 'void' }
    return { kind: 'fixed', price: first.price, oracleRoundId: first.id }
  }

  /** Returns the state of a round once the keeper has settled everything that can be settled. */
  stateOf(epoch: Epoch, now: UnixSeconds): RoundState {
    const { schedule, settlementWindow } = this.terms
    const facts = {
      times: roundTimes(schedule, epoch),
      pool: this.poolOf(epoch),
      lock: this.strikeOf(epoch),
      close: this.strikeOf(toEpoch(epoch + 1n)),
    }
    return roundState(facts, now, { strikeDelay: schedule.strikeDelay, settlementWindow })
  }

  resultOf(bet: LedgerBet, now: UnixSeconds): BetResult {
    const { position, claimedAt } = bet
    const stake = { position, amount: toWei(bet.amount), isClaimed: claimedAt !== null }
    return betResult(stake, this.poolOf(bet.epoch), this.stateOf(bet.epoch, now), this.#rules)
  }

  /** Returns the amount that `claim` paid, or would pay, for a bet. */
  payoutOf(bet: LedgerBet, now: UnixSeconds): bigint {
    return this.resultOf({ ...bet, claimedAt: null }, now).claimAmount
  }
}

function keyOf(account: Address, epoch: Epoch): string {
  return `${account} ${epoch}`
}
