import type { PriceE8, UnixSeconds } from '../amounts/units.ts'
import { toPriceE8, toUnixSeconds } from '../amounts/units.ts'

/** One answer of the price feed. */
export type OracleRound = { id: bigint; price: PriceE8; updatedAt: UnixSeconds }

/** Result of `getRoundData` of a Chainlink-compatible feed. */
type RoundData = readonly [
  id: bigint,
  answer: bigint,
  startedAt: bigint,
  updatedAt: bigint,
  answeredInRound: bigint,
]

/** Decodes a round that was requested by `id`. Null for one that the feed does not have: some feeds return zeros. */
export function toOracleRound(id: bigint, data: RoundData): OracleRound | null {
  const [, answer, , updatedAt] = data
  if (updatedAt === 0n) return null
  return { id, price: toPriceE8(answer), updatedAt: toUnixSeconds(updatedAt) }
}
