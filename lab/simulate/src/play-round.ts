import { betResult } from '@bullring/prediction/claim'
import type { Pool, Position } from '@bullring/prediction/payout'
import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { finalState, type Rules } from './rules.ts'

/** A bet of a bot, placed in the last second. */
export type BotBet = { position: Position; amount: Wei }

/** What a round brought the bot and the players before it. */
export type RoundResult = {
  stakedAmount: Wei
  /** Sum of all that the bot's bets pay, less its stakes. */
  profit: bigint
  /** Greatest payout per stake of one of the bot's bets. */
  bestMultiple: number
  /** Change of a right prediction of an honest player, per stake: -0.03 is a loss of 3 %. Null without one. */
  rightPredictionGain: number | null
}

/**
 * Plays a round in which `bets` are added to the recorded stakes.
 *
 * @param winner - Null for a tie.
 */
export function playRound(
  honestPool: Pool,
  bets: readonly BotBet[],
  winner: Position | null,
  rules: Rules,
): RoundResult {
  const pool = bets.reduce(addBet, honestPool)
  const state = finalState(pool, winner, rules)
  const paidFor = (position: Position, amount: Wei) =>
    betResult({ position, amount, isClaimed: false }, pool, state, rules.payout).claimAmount
  const payouts = bets.map(({ position, amount }) => paidFor(position, amount))
  const stakedAmount = bets.reduce((sum, { amount }) => sum + amount, 0n)
  const honestStake = winner && honestPool[`${winner}Amount`]
  return {
    stakedAmount: toWei(stakedAmount),
    profit: payouts.reduce((sum, payout) => sum + payout, 0n) - stakedAmount,
    bestMultiple: Math.max(0, ...bets.map(({ amount }, i) => ratio(payouts[i] ?? 0n, amount))),
    rightPredictionGain:
      winner && honestStake ? ratio(paidFor(winner, honestStake) - honestStake, honestStake) : null,
  }
}

function addBet(pool: Pool, { position, amount }: BotBet): Pool {
  const side = `${position}Amount` as const
  return { ...pool, [side]: toWei(pool[side] + amount) }
}

/** Returns `part / whole` as a number: an exact multiple, not money. */
function ratio(part: bigint, whole: bigint): number {
  return Number(part) / Number(whole)
}
