import { INITIAL_RANGE } from '../follow/plan-step.ts'

/** Largest block range of one request for logs. */
export const MAX_RANGE = 10_000

const RANGE_REQUESTS = 4

/** Logs of one response: about 4 MB. */
const TARGET_LOGS = 5_000

/** A range that takes longer is too large for the node. */
const TARGET_MS = 2_000

/** Ranges read before the size that a node refused is tried again: logs may be sparser. */
const RANGES_BEFORE_RETRY = 100

export type RangeResult = { blocks: number; logs: number; durationMs: number }

/** Size and number of the ranges of blocks that are requested at the same time, as large as the node tolerates. */
export class RangePace {
  readonly #maxRequests: number
  #size = INITIAL_RANGE
  #largest = MAX_RANGE
  #requests = 1
  #readSinceRefusal = 0

  /** @param maxRequests - Most ranges that are requested at the same time; fewer while the node refuses ranges. */
  constructor(maxRequests = RANGE_REQUESTS) {
    this.#maxRequests = maxRequests
  }

  /** Blocks of the next range. */
  get size(): number {
    return this.#size
  }

  /** Ranges to request at the same time. */
  get requests(): number {
    return this.#requests
  }

  /** Adapts to a range that was read: the size changes by 2 at most. */
  succeed({ blocks, logs, durationMs }: RangeResult): void {
    this.#requests = Math.min(this.#requests + 1, this.#maxRequests)
    this.#readSinceRefusal += 1
    if (this.#readSinceRefusal >= RANGES_BEFORE_RETRY) this.#largest = MAX_RANGE
    const byLogs = TARGET_LOGS / Math.max(logs, 1)
    const byTime = TARGET_MS / Math.max(durationMs, 1)
    // In a range of another size than the next one, the logs of a block are what counts.
    const wanted = blocks * Math.min(byLogs, byTime)
    const bounded = Math.min(Math.max(wanted, this.#size / 2), this.#size * 2, this.#largest)
    this.#size = Math.max(Math.floor(bounded), 1)
  }

  /** Requests at most half as many after a range of `blocks` blocks that the node refused, for a while. */
  refuse(blocks: number): void {
    this.fail(blocks)
    this.#largest = this.#size
  }

  /** Requests half as many after a range of `blocks` blocks that failed, and one range at a time. */
  fail(blocks: number): void {
    this.#size = Math.max(Math.min(Math.floor(blocks / 2), this.#size), 1)
    this.#requests = 1
    this.#readSinceRefusal = 0
  }
}
