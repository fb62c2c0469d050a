import { type Epoch, toEpoch, type UnixSeconds } from '@bullring/prediction/units'

/** A decided bet. */
export type Result = {
  symbol: string
  epoch: number
  placedAt: UnixSeconds
  isWin: boolean
  /** Payout less stake, in wei. */
  profit: bigint
}

/** Decided bets that are no longer stored; the sum in wei. */
export type DroppedResults = { rounds: number; netResults: bigint }

/** Sum in wei after `rounds` decided bets, the last of them on `epoch`. */
type ProfitPoint = Pick<Result, 'symbol' | 'placedAt'> & {
  epoch: Epoch
  rounds: number
  netResults: bigint
}

/** The growing sum of an account's decided bets in the order they were placed, and its streaks; a lost one is negative. */
export type ProfitLine = {
  points: ProfitPoint[]
  currentStreak: number
  longestWins: number
  longestLosses: number
}

/**
 * Draws the line of an account. Shows the first and the last of many bets, and the lowest and the highest sum of each of as
 * many slots as `maxPoints` allows.
 *
 * @param results - In the order the bets were placed.
 * @param dropped - Counts in every sum, but no point and no streak shows it.
 * @param maxPoints - At least 4.
 */
export function drawLine(
  results: readonly Result[],
  dropped: DroppedResults,
  maxPoints: number,
): ProfitLine {
  const sums = runningSums(results, dropped.netResults)
  const points = shownPlaces(sums, Math.floor((maxPoints - 2) / 2)).flatMap((place) => {
    const [result, netResults] = [results[place], sums[place]]
    if (result === undefined || netResults === undefined) return []
    const { symbol, placedAt } = result
    return {
      symbol,
      epoch: toEpoch(result.epoch),
      placedAt,
      rounds: dropped.rounds + place + 1,
      netResults,
    }
  })
  return { points, ...streaksOf(results) }
}

function runningSums(results: readonly Result[], start: bigint): bigint[] {
  let sum = start
  return results.map(({ profit }) => {
    sum += profit
    return sum
  })
}

/** Of equal sums in a slot, the first is shown. */
function shownPlaces(sums: readonly bigint[], slots: number): number[] {
  if (sums.length === 0) return []
  const places = new Set([0, sums.length - 1])
  const startOf = (slot: number) => Math.ceil((slot * sums.length) / slots)
  for (let slot = 0; slot < slots; slot += 1) {
    const [start, end] = [startOf(slot), startOf(slot + 1)]
    if (start === end) continue
    let [lowest, highest] = [start, start]
    for (let place = start; place < end; place += 1) {
      const sum = sums[place] ?? 0n
      if (sum < (sums[lowest] ?? sum)) lowest = place
      if (sum > (sums[highest] ?? sum)) highest = place
    }
    places.add(lowest).add(highest)
  }
  return [...places].toSorted((a, b) => a - b)
}

function streaksOf(results: readonly Result[]): Omit<ProfitLine, 'points'> {
  let [current, wins, losses] = [0, 0, 0]
  for (const { isWin } of results) {
    current = isWin ? Math.max(current, 0) + 1 : Math.min(current, 0) - 1
    wins = Math.max(wins, current)
    losses = Math.max(losses, -current)
  }
  return { currentStreak: current, longestWins: wins, longestLosses: losses }
}
