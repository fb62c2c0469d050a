import { type PayoutTerms, payoutRules } from '@bullring/client/market-rules'
import type { Round } from '@bullring/client/round'
import { betResult } from '@bullring/prediction/claim'
import { isOneSided, type Pool, type Position, winnerOf } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import { toWei } from '@bullring/prediction/units'
import type { Strategy } from '../strategies/strategy.ts'

/** Result of a strategy in past rounds. Amounts in wei. */
export type BackTest = {
  rounds: number
  bets: number
  won: number
  refunded: number
  staked: bigint
  /** Payouts and refunds less stakes. */
  profit: bigint
  /** Largest fall of the profit from a high. */
  drawdown: bigint
}

type Options = {
  strategy: Strategy
  market: PayoutTerms
  /** The most that is staked in a round, in wei. */
  stake: bigint
  /** Rounds that a strategy sees. */
  historyRounds: number
}

/**
 * Plays a strategy in past rounds, and pays as the contract would with its stakes among the others. It decides with the pool as it
 * was at the lock, which a bot can only guess.
 *
 * @param rounds - Decided rounds, newest first.
 */
export function backTest(rounds: readonly Round[], options: Options): BackTest {
  const total: BackTest = {
    rounds: 0,
    bets: 0,
    won: 0,
    refunded: 0,
    staked: 0n,
    profit: 0n,
    drawdown: 0n,
  }
  let high = 0n
  for (let index = rounds.length - 2; index >= 0; index -= 1) {
    const round = rounds[index]
    if (round === undefined) continue
    total.rounds += 1
    const bet = playRound(round, rounds.slice(index + 1), options)
    if (bet === null) continue
    total.bets += 1
    if (bet.isWin === true) total.won += 1
    if (bet.isWin === null) total.refunded += 1
    total.staked += bet.amount
    total.profit += bet.profit
    if (total.profit > high) high = total.profit
    if (high - total.profit > total.drawdown) total.drawdown = high - total.profit
  }
  return total
}

type Played = { amount: bigint; profit: bigint; isWin: boolean | null }

function playRound(round: Round, before: readonly Round[], options: Options): Played | null {
  const { strategy, stake, market, historyRounds } = options
  const [live, ...decided] = before.slice(0, historyRounds)
  const history = live === undefined ? [] : [asLive(live), ...decided]
  const bet = strategy(asOpen(round), history)
  const amount = toWei(bet?.amount ?? stake)
  if (bet === null || amount === 0n || amount > stake) return null
  const pool = withStake(round.pool, bet.position, amount)
  const played = { position: bet.position, amount, isClaimed: false }
  const rules = payoutRules(market, round.treasuryFee)
  const { claimAmount, isWin } = betResult(played, pool, stateWith(round, pool), rules)
  return { amount, isWin, profit: claimAmount - amount }
}

function withStake(pool: Pool, position: Position, amount: bigint): Pool {
  const side = `${position}Amount` as const
  return { ...pool, [side]: toWei(pool[side] + amount) }
}

/** The state that the round would have had with the stake in its pool. */
function stateWith({ lockPrice, closePrice }: Round, pool: Pool): RoundState {
  if (isOneSided(pool)) return { kind: 'refund', reason: 'one-sided' }
  if (lockPrice === null || closePrice === null) return { kind: 'refund', reason: 'no-price' }
  const winner = winnerOf(lockPrice, closePrice)
  return winner === null ? { kind: 'refund', reason: 'tie' } : { kind: 'settled', winner }
}

const NO_CLOSE = { closePrice: null, priceChange: null, closeOracleId: null } as const

function asLive(round: Round): Round {
  return { ...round, ...NO_CLOSE, state: { kind: 'locked' } }
}

function asOpen(round: Round): Round {
  return { ...round, ...NO_CLOSE, lockPrice: null, lockOracleId: null, state: { kind: 'open' } }
}
