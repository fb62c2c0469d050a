import type { Results } from './results.ts'

const UNIT_WEI = 10n ** 15n
const UNIT = Number(UNIT_WEI)

/** Sums in wei after each of some results. */
export type Sums = {
  length: number
  /** Wei after the result at `turn`. */
  at: (turn: number) => bigint
  isLess: (turn: number, than: number) => boolean
}

/**
 * Adds up profits. Each sum is two exact floating point numbers, as bigints take ten times as long: whole units, and a rest
 * of 0 to 10^15 - 1 wei.
 *
 * @param places - The order to add them in.
 * @param start - Wei to start from.
 */
export function runningSums(
  { profitUnits, profitRest }: Results,
  places: ArrayLike<number>,
  start: bigint,
): Sums {
  const units = new Float64Array(places.length)
  const rests = new Float64Array(places.length)
  let [unit, rest] = [Number(start / UNIT_WEI), Number(start % UNIT_WEI)]
  for (let turn = 0; turn < places.length; turn += 1) {
    const place = places[turn] ?? 0
    unit += profitUnits[place] ?? 0
    rest += profitRest[place] ?? 0
    const carry = Math.floor(rest / UNIT)
    unit += carry
    rest -= carry * UNIT
    units[turn] = unit
    rests[turn] = rest
  }
  const compare = (a: number, b: number) =>
    (units[a] ?? 0) - (units[b] ?? 0) || (rests[a] ?? 0) - (rests[b] ?? 0)
  return {
    length: places.length,
    at: (turn) => BigInt(units[turn] ?? 0) * UNIT_WEI + BigInt(rests[turn] ?? 0),
    isLess: (turn, than) => compare(turn, than) < 0,
  }
}
