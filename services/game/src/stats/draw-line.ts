import { type Epoch, toEpoch, toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { AmountColumn } from '../db/amount-column.ts'
import type { Results } from './results.ts'

/** Decided bets that are no longer stored; the sum in wei. */
export type DroppedResults = { rounds: number; netResults: bigint }

/** Sum in wei after `rounds` decided bets, the last of them on `epoch`. */
type ProfitPoint = {
  symbol: string
  epoch: Epoch
  placedAt: UnixSeconds
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
 * @param dropped - Counts in every sum, but no point and no streak shows it.
 * @param maxPoints - At least 4.
 */
export function drawLine(results: Results, dropped: DroppedResults, maxPoints: number): ProfitLine {
  const places = results.inOrder()
  const sums = runningSums(results, places, dropped.netResults)
  const points = shownTurns(sums, places.length, Math.floor((maxPoints - 2) / 2)).map((turn) => {
    const place = places[turn] ?? 0
    return {
      symbol: results.markets[results.market[place] ?? 0] ?? '',
      epoch: toEpoch(results.epoch[place] ?? 0),
      placedAt: toUnixSeconds(results.placedAt[place] ?? 0),
      rounds: dropped.rounds + turn + 1,
      netResults: sums.read(turn),
    }
  })
  return { points, ...streaksOf(results.win, places) }
}

/** Returns the sum after each result. */
function runningSums(
  { profitUnits, profitRest }: Results,
  places: ArrayLike<number>,
  start: bigint,
): AmountColumn {
  const sums = new AmountColumn(places.length)
  if (places.length > 0) sums.write(0, start)
  for (let turn = 0; turn < places.length; turn += 1) {
    const [place, before] = [places[turn] ?? 0, Math.max(turn - 1, 0)]
    const units = (sums.units[before] ?? 0) + (profitUnits[place] ?? 0)
    sums.writeParts(turn, units, (sums.rests[before] ?? 0) + (profitRest[place] ?? 0))
  }
  return sums
}

/** Of equal sums in a slot, the first is shown. */
function shownTurns(sums: AmountColumn, length: number, slots: number): number[] {
  if (length === 0) return []
  const turns = new Set([0, length - 1])
  const startOf = (slot: number) => Math.ceil((slot * length) / slots)
  for (let slot = 0; slot < slots; slot += 1) {
    const [start, end] = [startOf(slot), startOf(slot + 1)]
    if (start === end) continue
    let [lowest, highest] = [start, start]
    for (let turn = start; turn < end; turn += 1) {
      if (sums.compare(turn, lowest) < 0) lowest = turn
      if (sums.compare(turn, highest) > 0) highest = turn
    }
    turns.add(lowest).add(highest)
  }
  return [...turns].toSorted((a, b) => a - b)
}

function streaksOf(win: ArrayLike<number>, places: ArrayLike<number>): Omit<ProfitLine, 'points'> {
  let [current, wins, losses] = [0, 0, 0]
  for (let turn = 0; turn < places.length; turn += 1) {
    const isWin = win[places[turn] ?? 0] === 1
    current = isWin ? Math.max(current, 0) + 1 : Math.min(current, 0) - 1
    wins = Math.max(wins, current)
    losses = Math.max(losses, -current)
  }
  return { currentStreak: current, longestWins: wins, longestLosses: losses }
}
