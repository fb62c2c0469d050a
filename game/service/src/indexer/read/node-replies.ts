import type { UnixSeconds } from '@bullring/prediction/units'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import {
  BlockTime,
  Hash32,
  hexOf,
  type NodeHeader,
  parseHeader,
  Quantity,
} from '../../chain/block-header.ts'
import { UnreadableReplyError } from '../errors.ts'

const Bytes = hexOf<Hex>(/^0x(?:[0-9a-f]{2})*$/i)

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
  const time = z.safeParse(BlockTime, value).data
  return time === undefined || time === 0 ? null : time
}
