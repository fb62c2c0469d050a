import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash, Hex } from 'viem'
import * as z from 'zod/mini'
import { UnreadableReplyError } from '../errors.ts'

const hexOf = <hex extends Hex>(pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern)),
    z.transform((text) => text.toLowerCase() as hex),
  )

const Hash32 = hexOf<Hash>(/^0x[0-9a-f]{64}$/i)
const Bytes = hexOf<Hex>(/^0x(?:[0-9a-f]{2})*$/i)

/** Some nodes send quantities as numbers, or with leading zeros. */
const Quantity = z.union([
  z.pipe(z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i)), z.transform(Number)),
  z.int().check(z.nonnegative()),
])

/** Later than any block: a time in milliseconds. */
const LATEST_S = 10_000_000_000

const Time = z.pipe(
  Quantity.check(z.refine((time) => time < LATEST_S)),
  z.transform((time): UnixSeconds => toUnixSeconds(time)),
)

const Header = z.object({
  number: Quantity,
  hash: Hash32,
  parentHash: Hash32,
  timestamp: Time,
  logsBloom: z.optional(z.nullable(hexOf<Hex>(/^0x[0-9a-f]{512}$/i))),
})

/** The header of a mined block. */
export type NodeHeader = z.output<typeof Header>

const Log = z.object({
  address: z.string(),
  topics: z.array(Hash32).check(z.maxLength(4)),
  data: Bytes,
  blockNumber: Quantity,
  blockHash: Hash32,
  logIndex: Quantity,
  transactionHash: Hash32,
  /** Newer nodes add the block's time. */
  blockTimestamp: z.optional(z.nullable(z.unknown())),
  removed: z.optional(z.nullable(z.boolean())),
})

const Logs = z.array(Log)

/** A log of the market, with the time that the node says its block has; null where it says none that can be one. */
export type NodeLog = Omit<z.output<typeof Log>, 'blockTimestamp' | 'address' | 'removed'> & {
  claimedTime: UnixSeconds | null
}

/**
 * Reads a block's header; null when the node has no such block.
 *
 * @throws {UnreadableReplyError}
 */
export function readHeader(reply: unknown): NodeHeader | null {
  if (reply === null || reply === undefined) return null
  const header = parseHeader(reply)
  if (header === null) throw new UnreadableReplyError('eth_getBlockByNumber')
  return header
}

/** Reads a block's header; null for everything else. */
export function parseHeader(value: unknown): NodeHeader | null {
  const header = z.safeParse(Header, value).data ?? null
  // Only a chain's first block may have no time.
  return header?.timestamp === 0 && header.number > 0 ? null : header
}

/**
 * Reads the logs of a contract in the order of the chain, each once.
 *
 * @throws {UnreadableReplyError} also when two logs have the same place, and differ.
 */
export function readLogs(reply: unknown, market: Address): readonly NodeLog[] {
  const { data } = z.safeParse(Logs, reply)
  if (data === undefined) throw new UnreadableReplyError('eth_getLogs')
  const places = new Map<string, (typeof data)[number]>()
  for (const log of data) {
    if (log.removed === true || log.address.toLowerCase() !== market.toLowerCase()) continue
    const place = `${log.blockHash} ${log.logIndex}`
    const known = places.get(place)
    if (known !== undefined && !isSameLog(known, log)) throw new UnreadableReplyError('eth_getLogs')
    places.set(place, log)
  }
  return [...places.values()]
    .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    .map(({ blockTimestamp, address: _, removed: __, ...log }) => ({
      ...log,
      claimedTime: claimedTime(blockTimestamp),
    }))
}

type Placed = z.output<typeof Log>

function isSameLog(a: Placed, b: Placed): boolean {
  return (
    a.transactionHash === b.transactionHash &&
    a.data === b.data &&
    a.topics.join() === b.topics.join()
  )
}

function claimedTime(value: unknown): UnixSeconds | null {
  const time = z.safeParse(Time, value).data
  return time === undefined || time === 0 ? null : time
}
