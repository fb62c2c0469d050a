import { toUnixSeconds } from '@bullring/prediction/units'
import { readSplitAmount, viewOf } from '../db/split-amount.ts'
import type { Result } from './draw-line.ts'

/** As `result_bytes` of migration 0042 writes them. */
const PLACED_AT = 8
const IS_WIN = 16
const PROFIT = 17
const RESULT_BYTES = 33

/**
 * Reads results that the database keeps of an account in one market.
 *
 * @param from - Those of earlier rounds are left out.
 */
export function decodeResults(bytes: Buffer, symbol: string, from: number): Result[] {
  // A third of the time of the methods of Buffer: an account may have 50,000 results.
  const view = viewOf(bytes)
  const results: Result[] = []
  for (let at = 0; at < bytes.length; at += RESULT_BYTES) {
    const epoch = readNumber(view, at)
    if (epoch < from) continue
    const placedAt = toUnixSeconds(readNumber(view, at + PLACED_AT))
    const isWin = view.getUint8(at + IS_WIN) === 1
    results.push({ symbol, epoch, placedAt, isWin, profit: readSplitAmount(view, at + PROFIT) })
  }
  return results
}

/** An int8 that is not negative, and a safe integer. */
function readNumber(view: DataView, at: number): number {
  return view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4)
}
