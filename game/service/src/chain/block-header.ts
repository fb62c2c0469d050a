import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import type { Hash, Hex } from 'viem'
import * as z from 'zod/mini'

/** Schema of hex text, which some nodes send in capitals. */
export const hexOf = <hex extends Hex>(pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern)),
    z.transform((text) => text.toLowerCase() as hex),
  )

export const Hash32 = hexOf<Hash>(/^0x[0-9a-f]{64}$/i)

/** Some nodes send quantities as numbers, or with leading zeros. */
export const Quantity = z.pipe(
  z.union([
    z.pipe(z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i)), z.transform(Number)),
    z.number(),
  ]),
  z.int().check(z.nonnegative()),
)

/** Later than any block: a time in milliseconds. */
const LATEST_S = 10_000_000_000

export const BlockTime = z.pipe(
  Quantity.check(z.refine((time) => time < LATEST_S)),
  z.transform((time): UnixSeconds => toUnixSeconds(time)),
)

const Header = z.object({
  number: Quantity,
  hash: Hash32,
  parentHash: Hash32,
  timestamp: BlockTime,
  logsBloom: z.optional(z.nullable(hexOf<Hex>(/^0x[0-9a-f]{512}$/i))),
})

/** The header of a mined block. */
export type NodeHeader = z.output<typeof Header>

/** Reads a header that a node has returned or announced; null for everything else. */
export function parseHeader(value: unknown): NodeHeader | null {
  const header = z.safeParse(Header, value).data ?? null
  // Only a chain's first block may have no time.
  return header?.timestamp === 0 && header.number > 0 ? null : header
}
