import type { MiddlewareHandler } from 'hono'
import { hasShare, unsharedPart } from '../limits/hand-out-share.ts'
import { clientIp } from './client-ip.ts'
import { RateLimitedError } from './errors.ts'

/** Track at most this many callers; evict the least recently seen. */
const MAX_CALLERS = 20_000

/** A node keeps this part of the limit to itself: other nodes learn of a caller that has used half of it. */
const UNSHARED = 1 / 50

type Bucket = {
  left: number
  atMs: number
  /** Counted here, and unknown to other nodes. */
  unshared: number
  /** When what other nodes have counted was last taken into account. */
  knownAtMs: number
}

/** What one caller has used, for other nodes. */
export type CallerCount = { caller: string; count: number }

/**
 * Token bucket per caller, refilled steadily: bursts pass, floods do not. With several nodes, `SharedLimits` exchanges
 * what each has counted; see ADR 37 for the bound.
 */
export class RateLimiter {
  readonly perMinute: number
  readonly #buckets = new Map<string, Bucket>()
  readonly #perMs: number
  readonly #unshared: number
  readonly #due = new Set<string>()
  #nodes = 1

  /** @param burst - Requests that one of several nodes allows a caller at once, before it has exchanged counts. */
  constructor(perMinute: number, burst = unsharedPart(perMinute, UNSHARED)) {
    this.perMinute = perMinute
    this.#perMs = perMinute / 60_000
    this.#unshared = burst
  }

  /**
   * Counts a request, or several at once or none; returns false when `caller` has to wait. More than a minute's
   * worth at once counts as a minute's worth, or it could never pass.
   */
  allows(caller: string, nowMs: number, wanted = 1): boolean {
    const count = Math.min(wanted, this.perMinute)
    const bucket = this.#buckets.get(caller) ?? newBucket(this.perMinute, nowMs)
    this.#refill(bucket, nowMs)
    // Reinserted at the end: the first entry is always the least recently seen.
    this.#buckets.delete(caller)
    this.#buckets.set(caller, bucket)
    if (this.#buckets.size > MAX_CALLERS) this.#evictOldest()
    const hasShare = this.#hasShare(bucket, count, nowMs)
    const isAllowed = bucket.left >= count && hasShare
    if (isAllowed) {
      bucket.left -= count
      bucket.unshared += count
    }
    if (this.#nodes > 1 && (this.#isWorthSharing(bucket) || !hasShare)) this.#due.add(caller)
    return isAllowed
  }

  /** Returns whether a request of `caller` would pass, without counting it. */
  hasRoom(caller: string, nowMs: number): boolean {
    const isAllowed = this.allows(caller, nowMs)
    if (isAllowed) this.giveBack(caller)
    return isAllowed
  }

  /** Takes back the count of one request. */
  giveBack(caller: string): void {
    const bucket = this.#buckets.get(caller)
    if (bucket === undefined) return
    bucket.left = Math.min(bucket.left + 1, this.perMinute)
    bucket.unshared = Math.max(bucket.unshared - 1, 0)
  }

  /** @throws {RateLimitedError} when `caller` has to wait. */
  take(caller: string, nowMs: number, wanted = 1): void {
    if (this.allows(caller, nowMs, wanted)) return
    const count = Math.min(wanted, this.perMinute)
    const left = this.#buckets.get(caller)?.left ?? 0
    throw new RateLimitedError(Math.max(Math.ceil((count - left) / this.#perMs / 1_000), 1))
  }

  /** Sets the number of nodes that count the same callers; 1 while this one counts alone. */
  shareAmong(nodes: number, nowMs: number): void {
    if (nodes === 1) this.#due.clear()
    else if (this.#nodes === 1) this.#shareAll(nowMs)
    this.#nodes = nodes
  }

  /** Removes and returns callers that other nodes should know more about, at most `max`. */
  takeDue(max: number): CallerCount[] {
    const callers = [...this.#due].slice(0, max)
    for (const caller of callers) this.#due.delete(caller)
    return callers.flatMap((caller) => {
      const bucket = this.#buckets.get(caller)
      return bucket === undefined ? [] : [{ caller, count: bucket.unshared }]
    })
  }

  /** Takes over what all nodes have left of a caller's limit, after they have learnt of `count`. */
  adopt({ caller, count }: CallerCount, leftOfAll: number, nowMs: number): void {
    const bucket = this.#buckets.get(caller)
    if (bucket === undefined) return
    bucket.unshared = Math.max(bucket.unshared - count, 0)
    bucket.left = leftOfAll - bucket.unshared
    bucket.atMs = nowMs
    bucket.knownAtMs = nowMs
  }

  #refill(bucket: Bucket, nowMs: number): void {
    const passedMs = Math.max(nowMs - bucket.atMs, 0)
    bucket.left = Math.min(bucket.left + passedMs * this.#perMs, this.perMinute)
    bucket.atMs = nowMs
  }

  /** False while a caller must wait for the next exchange, because other nodes may be handing out the same. */
  #hasShare({ left, unshared, knownAtMs }: Bucket, count: number, nowMs: number): boolean {
    const state = { left, handedOut: unshared, knownForMs: nowMs - knownAtMs }
    return hasShare(state, count, { nodes: this.#nodes, unshared: this.#unshared })
  }

  #isWorthSharing({ unshared }: Bucket): boolean {
    return unshared >= this.#unshared / 2
  }

  /** While this node counted alone, what was used has been refilled: only what is missing now counts for the others. */
  #shareAll(nowMs: number): void {
    for (const [caller, bucket] of this.#buckets) {
      this.#refill(bucket, nowMs)
      bucket.unshared = Math.min(bucket.unshared, this.perMinute - bucket.left)
      if (this.#isWorthSharing(bucket)) this.#due.add(caller)
    }
  }

  #evictOldest(): void {
    for (const caller of this.#buckets.keys()) {
      this.#buckets.delete(caller)
      this.#due.delete(caller)
      return
    }
  }
}

function newBucket(left: number, nowMs: number): Bucket {
  return { left, atMs: nowMs, unshared: 0, knownAtMs: Number.NEGATIVE_INFINITY }
}

export type RateLimitOptions = {
  limiter: RateLimiter
  /** Number of proxies in front, which append to X-Forwarded-For. */
  proxies: number
  nowMs: () => number
}

/** Limits the requests of each IP address. */
export function rateLimit({ limiter, proxies, nowMs }: RateLimitOptions): MiddlewareHandler {
  return (c, next) => {
    limiter.take(clientIp(c, proxies), nowMs())
    return next()
  }
}
