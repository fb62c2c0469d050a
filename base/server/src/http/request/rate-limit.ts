import type { MiddlewareHandler } from 'hono'
import { hasShare, unsharedPart } from '../../limits/hand-out-share.ts'
import { type CountedNetwork, networksOf } from '../../limits/networks-of.ts'
import { RateLimitedError } from '../errors/errors.ts'
import { clientIp } from './client-ip.ts'

/** Track at most this many callers. Evict the least recently seen. */
const MAX_CALLERS = 20_000

/** A node keeps this part of the limit to itself: other nodes learn of a caller that has used half of it. */
const UNSHARED = 1 / 50

type Bucket = {
  perMinute: number
  left: number
  atMs: number
  /** Counted here, and unknown to other nodes. */
  unshared: number
  /** Time at which the counts of other nodes were last taken into account. */
  knownAtMs: number
}

/** Usage of one caller or network, for other nodes. */
export type CallerCount = { caller: string; count: number; perMinute: number }

/**
 * Token bucket per caller, refilled steadily: bursts pass, floods do not. Callers with IPv6 also share one per /48. With
 * several nodes, `SharedLimits` exchanges their counts. See ADR 37 for the bound.
 */
export class RateLimiter {
  readonly perMinute: number
  readonly #buckets = new Map<string, Bucket>()
  readonly #unshared: number
  readonly #onCount: () => void
  readonly #due = new Set<string>()
  #nodes = 1

  /**
   * @param burst - Requests that one of several nodes allows a caller at least, before it has exchanged counts.
   * @param onCount - Called with each count.
   */
  constructor(perMinute: number, burst = 0, onCount: () => void = () => undefined) {
    this.#onCount = onCount
    this.perMinute = perMinute
    this.#unshared = Math.max(burst, unsharedPart(perMinute, UNSHARED))
  }

  /**
   * Counts `wanted` requests. Returns false when `caller` has to wait. More than the limit of a minute counts as
   * that limit, or it could never pass.
   */
  allows(caller: string, nowMs: number, wanted = 1): boolean {
    this.#onCount()
    const count = Math.min(wanted, this.perMinute)
    const counted = networksOf(caller).map((network) => {
      const bucket = this.#touch(network, nowMs)
      return { key: network.key, bucket, hasShare: this.#hasShare(bucket, count, nowMs) }
    })
    const isAllowed = counted.every(({ bucket, hasShare }) => bucket.left >= count && hasShare)
    for (const { key, bucket, hasShare } of counted) {
      if (isAllowed) {
        bucket.left -= count
        bucket.unshared += count
      }
      if (this.#nodes > 1 && (this.#isWorthSharing(bucket) || !hasShare)) this.#due.add(key)
    }
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
    for (const { key } of networksOf(caller)) {
      const bucket = this.#buckets.get(key)
      if (bucket === undefined) continue
      bucket.left = Math.min(bucket.left + 1, bucket.perMinute)
      bucket.unshared = Math.max(bucket.unshared - 1, 0)
    }
  }

  /** @throws {RateLimitedError} when `caller` has to wait. */
  take(caller: string, nowMs: number, wanted = 1): void {
    if (this.allows(caller, nowMs, wanted)) return
    const count = Math.min(wanted, this.perMinute)
    const waitsS = networksOf(caller).map(({ key, factor }) => {
      const left = this.#buckets.get(key)?.left ?? 0
      return Math.ceil((count - left) / ((this.perMinute * factor) / 60))
    })
    throw new RateLimitedError(Math.max(...waitsS, 1))
  }

  /** Counts the excess over the expected cost. The caller has used it already, and waits afterwards: at most a minute longer. */
  charge(caller: string, nowMs: number, count: number): void {
    this.#onCount()
    for (const network of networksOf(caller)) {
      const bucket = this.#touch(network, nowMs)
      bucket.left = Math.max(bucket.left - count, -bucket.perMinute)
      bucket.unshared += count
      if (this.#nodes > 1 && this.#isWorthSharing(bucket)) this.#due.add(network.key)
    }
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
      if (bucket === undefined) return []
      return [{ caller, count: bucket.unshared, perMinute: bucket.perMinute }]
    })
  }

  /** Takes over the rest of a caller's limit on all nodes, after they have learnt of `count`. */
  adopt({ caller, count }: Omit<CallerCount, 'perMinute'>, leftOfAll: number, nowMs: number): void {
    const bucket = this.#buckets.get(caller)
    if (bucket === undefined) return
    bucket.unshared = Math.max(bucket.unshared - count, 0)
    bucket.left = leftOfAll - bucket.unshared
    bucket.atMs = nowMs
    bucket.knownAtMs = nowMs
  }

  /** Returns the bucket of a network, refilled and as the most recently seen one. */
  #touch({ key, factor }: CountedNetwork, nowMs: number): Bucket {
    const bucket = this.#buckets.get(key) ?? newBucket(this.perMinute * factor, nowMs)
    refill(bucket, nowMs)
    // Reinserted at the end: the first entry is always the least recently seen.
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > MAX_CALLERS) this.#evictOldest()
    return bucket
  }

  /** False while a caller must wait for the next exchange, because other nodes may be handing out the same. */
  #hasShare(bucket: Bucket, count: number, nowMs: number): boolean {
    const { left, unshared, knownAtMs } = bucket
    const state = { left, handedOut: unshared, knownForMs: nowMs - knownAtMs }
    return hasShare(state, count, { nodes: this.#nodes, unshared: this.#unsharedOf(bucket) })
  }

  #isWorthSharing(bucket: Bucket): boolean {
    return bucket.unshared >= this.#unsharedOf(bucket) / 2
  }

  #unsharedOf({ perMinute }: Bucket): number {
    return (this.#unshared * perMinute) / this.perMinute
  }

  /** The usage while this node counted alone has been refilled in part: only the missing part counts for the others. */
  #shareAll(nowMs: number): void {
    for (const [caller, bucket] of this.#buckets) {
      refill(bucket, nowMs)
      bucket.unshared = Math.min(bucket.unshared, bucket.perMinute - bucket.left)
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

function newBucket(perMinute: number, nowMs: number): Bucket {
  const knownAtMs = Number.NEGATIVE_INFINITY
  return { perMinute, left: perMinute, atMs: nowMs, unshared: 0, knownAtMs }
}

function refill(bucket: Bucket, nowMs: number): void {
  const passedMs = Math.max(nowMs - bucket.atMs, 0)
  bucket.left = Math.min(bucket.left + (passedMs * bucket.perMinute) / 60_000, bucket.perMinute)
  bucket.atMs = nowMs
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
