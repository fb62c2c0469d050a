import { seededRandom } from '@bullring/stack/replay/random'
import { playRound, type RoundResult } from './play-round.ts'
import { drawRound, type PriceModel } from './price-model.ts'
import type { RecordedPool } from './recorded-pools.ts'
import type { Rules } from './rules.ts'
import { type Estimate, estimateRatio } from './statistics.ts'
import type { Strategy, View } from './strategies.ts'

/** One bot against one set of pools. */
export type Scenario = {
  name: string
  pools: readonly RecordedPool[]
  /** The side that won on BNB Smart Chain, or the price model's. */
  outcome: 'recorded' | 'model'
  createStrategy: () => Strategy
}

/** What a bot earned under one set of rules. Amounts are BNB. */
export type ScenarioResult = {
  /** Rounds in which the bot bet. */
  rounds: number
  profitPerStake: Estimate
  profitPerRound: Estimate
  /** Profit per stake less that of a bet of the same stake on a random side of the same round. */
  gainOverBlindBet: Estimate
  bestMultiple: number
  /** Smallest change of a right prediction of an honest player, per stake. */
  worstRightPrediction: number
}

export type RunOptions = { rounds: number; seed: number; model: PriceModel }

/** A round with the bot's profit, and the mean profit of its bets on either side. */
type Played = RoundResult & { blindProfit: number }

const WEI_PER_BNB = 1e18

/** Rounds to look at for each round that the bot should bet in, until it counts as having no opportunity. */
const MAX_ROUNDS_PER_BET = 50

/**
 * Plays `scenario` under `rules`; every set of rules meets the same pools. With recorded results, each recorded
 * round is played once: playing it more often would claim more knowledge than the record holds.
 */
export function runScenario(
  scenario: Scenario,
  rules: Rules,
  { rounds, seed, model }: RunOptions,
): ScenarioResult {
  const random = seededRandom(seed)
  const strategy = scenario.createStrategy()
  const play = ({ pool, winner }: RecordedPool): Played | null => {
    const priced = drawRound(rules.strike, model, random)
    const isModelled = scenario.outcome === 'model'
    return playStrategy({ pool, rules, priced }, strategy, isModelled ? priced.winner : winner)
  }
  if (scenario.outcome === 'recorded') {
    const played = scenario.pools.map(play).filter((round) => round !== null)
    return summarize(played)
  }
  const played: Played[] = []
  for (let drawn = 0; played.length < rounds && drawn < rounds * MAX_ROUNDS_PER_BET; drawn += 1) {
    const round = play(drawPool(scenario.pools, random))
    if (round !== null) played.push(round)
  }
  return summarize(played)
}

function drawPool(pools: readonly RecordedPool[], random: () => number): RecordedPool {
  const pool = pools[Math.floor(random() * pools.length)]
  if (pool === undefined) throw new Error('There are no recorded pools')
  return pool
}

function playStrategy(
  view: View,
  strategy: Strategy,
  winner: Parameters<typeof playRound>[2],
): Played | null {
  const bets = strategy(view)
  if (bets.length === 0) return null
  const { pool, rules } = view
  const mirrored = bets.map(({ position, amount }) => ({
    position: position === 'bull' ? ('bear' as const) : ('bull' as const),
    amount,
  }))
  const result = playRound(pool, bets, winner, rules)
  const opposite = playRound(pool, mirrored, winner, rules)
  return { ...result, blindProfit: Number(result.profit + opposite.profit) / 2 }
}

function summarize(played: readonly Played[]): ScenarioResult {
  const stakes = played.map(({ stakedAmount }) => Number(stakedAmount) / WEI_PER_BNB)
  const profits = played.map(({ profit }) => Number(profit) / WEI_PER_BNB)
  const gains = played.map(
    ({ profit, blindProfit }) => (Number(profit) - blindProfit) / WEI_PER_BNB,
  )
  return {
    rounds: played.length,
    profitPerStake: estimateRatio(profits, stakes),
    profitPerRound: estimateRatio(
      profits,
      played.map(() => 1),
    ),
    gainOverBlindBet: estimateRatio(gains, stakes),
    bestMultiple: played.reduce((best, { bestMultiple }) => Math.max(best, bestMultiple), 0),
    worstRightPrediction: played.reduce(
      (worst, { rightPredictionGain }) => Math.min(worst, rightPredictionGain ?? worst),
      Number.POSITIVE_INFINITY,
    ),
  }
}
