import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { readSplitAmount } from '../db/split-amount.ts'
import type { Result } from './draw-line.ts'

/** As `result_bytes` of migration 0042 writes them. */
const PLACED_AT = 8
const IS_WIN = 16
const PROFIT = 17
const RESULT_BYTES = 33

/** Reads the results that the database keeps of an account in one market. */
export function decodeResults(bytes: Buffer, symbol: string): Result[] {
  return Array.from({ length: bytes.length / RESULT_BYTES }, (_, index) => {
    const at = index * RESULT_BYTES
    return {
      symbol,
      epoch: toEpoch(readNumber(bytes, at)),
      placedAt: toUnixSeconds(readNumber(bytes, at + PLACED_AT)),
      isWin: bytes[at + IS_WIN] === 1,
      profit: readSplitAmount(bytes, at + PROFIT),
    }
  })
}

/** An int8 that is not negative, and a safe integer. */
function readNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)
}
