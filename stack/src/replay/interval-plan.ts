import type { Position } from '@bullring/prediction/payout'
import type { Schedule } from '@bullring/prediction/schedule'
import { roundTimes, strikeTime } from '@bullring/prediction/schedule'
import type { PriceE8, Wei } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { brownianBridge } from './brownian-bridge.ts'
import { randomInteger, seededRandom } from './random.ts'
import type { ReplayRound } from './recorded-rounds.ts'
import { recordedRound } from './recorded-rounds.ts'
import { splitStake } from './split-stake.ts'

/** Something the replay does at one second of chain time. */
export type ReplayAction =
  | { kind: 'price'; at: number; price: PriceE8 }
  | { kind: 'bet'; at: number; epoch: number; trader: number; position: Position; amount: Wei }

/** Number of traders; each bets at most once per round. */
export const TRADER_COUNT = 12

/** One oracle answer every 33 s of a 300 s round, as measured; other round lengths keep the ratio. */
const ANSWERS_PER_ROUND = 9

/** Seconds without oracle answers and bets before a lock. */
const QUIET_SECONDS = 3

/**
 * Plans everything that happens while round `epoch` is open: the strike of its start, the prices in
 * between and the traders' bets, in order of time.
 */
export function intervalPlan(
  rounds: readonly ReplayRound[],
  schedule: Schedule,
  epoch: number,
): readonly ReplayAction[] {
  const random = seededRandom(epoch)
  const { startTimestamp, lockTimestamp } = roundTimes(schedule, toEpoch(epoch))
  const strikeAt = strikeTime(schedule, toEpoch(epoch - 1))
  const round = recordedRound(rounds, epoch)
  const before = epoch === 1 ? round.lockPrice : recordedRound(rounds, epoch - 1).lockPrice
  const prices = priceActions(before, round.lockPrice, strikeAt, lockTimestamp, random)
  const bets = betActions(round, epoch, startTimestamp, lockTimestamp, random)
  return [...prices, ...bets].toSorted((a, b) => a.at - b.at)
}

function priceActions(
  from: PriceE8,
  to: PriceE8,
  strikeAt: number,
  lock: number,
  random: () => number,
): ReplayAction[] {
  const bridge = brownianBridge(from, to, ANSWERS_PER_ROUND - 1, random)
  const step = (lock - strikeAt) / ANSWERS_PER_ROUND
  return [from, ...bridge]
    .map((price, index) => ({
      kind: 'price' as const,
      at: strikeAt + Math.round(index * step),
      price,
    }))
    .filter(({ at }) => at === strikeAt || at < lock - QUIET_SECONDS)
}

function betActions(
  round: ReplayRound,
  epoch: number,
  start: number,
  lock: number,
  random: () => number,
): ReplayAction[] {
  const traders = Array.from({ length: TRADER_COUNT }, (_, trader) => ({ trader, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ trader }) => trader)
  const bulls = randomInteger(random, 4, TRADER_COUNT - 4)
  const stakes = [
    ...splitStake(round.bullAmount, bulls, random).map((amount) => ['bull', amount] as const),
    ...splitStake(round.bearAmount, TRADER_COUNT - bulls, random).map(
      (amount) => ['bear', amount] as const,
    ),
  ]
  return stakes.map(([position, amount], index) => ({
    kind: 'bet',
    at: randomInteger(random, start + 1, lock - QUIET_SECONDS),
    epoch,
    trader: traders[index] ?? 0,
    position,
    amount,
  }))
}
