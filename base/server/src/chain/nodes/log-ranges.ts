import { isHex } from 'viem/utils'
import * as z from 'zod/mini'
import { isLimited, lacksBlock } from './failover.ts'
import type { RpcReply } from './rpc-reply.ts'
import type { RpcRequest } from './upstream.ts'

/** Statuses by which nodes and their gateways refuse a range of logs; others are about the caller or the rate of its calls. */
export const REFUSED_STATUSES: ReadonlySet<number | undefined> = new Set([
  ...[400, 403, 413, 422, 500, 503],
])

/** Ranges served before a size that was refused is tried again: logs may be sparser. */
const RANGES_BEFORE_RETRY = 100

const Block = z.pipe(z.string().check(z.refine((value) => isHex(value))), z.transform(Number))
const Filter = z.tuple([z.object({ fromBlock: Block, toBlock: Block })])

/** Returns the blocks of a request for the logs of a range; null for every other request. */
export function blocksOf({ method, params }: RpcRequest): number | null {
  if (method !== 'eth_getLogs') return null
  const { data } = z.safeParse(Filter, params)
  return data === undefined ? null : data[0].toBlock - data[0].fromBlock + 1
}

/** Ranges of logs that one node has refused. */
export class LogRanges {
  #refused = Number.POSITIVE_INFINITY
  #smallest = Number.POSITIVE_INFINITY
  #served = 0

  /** Returns whether the node has not refused so many blocks. */
  mayServe(blocks: number): boolean {
    return blocks < this.#refused
  }

  /**
   * Takes note of the reply to a request for `blocks` blocks.
   *
   * @returns Whether the node has never refused so few.
   */
  note(blocks: number, reply: RpcReply): boolean {
    if (reply.kind === 'result') this.#serve(blocks)
    if (!isRefusal(blocks, reply)) return false
    this.#served = 0
    this.#refused = Math.min(this.#refused, blocks)
    if (this.#refused >= this.#smallest) return false
    this.#smallest = this.#refused
    return true
  }

  #serve(blocks: number): void {
    this.#served += 1
    const isDue = this.#served >= RANGES_BEFORE_RETRY
    if (isDue || blocks >= this.#refused) this.#refused = Number.POSITIVE_INFINITY
  }
}

/** Words about the size of a range, in an error whose code may be about the rate of calls. */
const SIZE_MESSAGE = /\b(?:blocks?|range|results?|logs|size)\b/i

/** A single block cannot be refused for its size. */
function isRefusal(blocks: number, reply: RpcReply): boolean {
  if (blocks === 1 || reply.kind === 'result') return false
  if (reply.kind === 'failure') return REFUSED_STATUSES.has(reply.status)
  if (lacksBlock(reply)) return false
  return !isLimited(reply) || SIZE_MESSAGE.test(reply.error.message)
}
