import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import { chainTime } from '../chain/chain-clock.ts'

/** Without a response from the chain for this long, the index is not fresh. */
const MAX_AGE_MS = 30_000

type Head = { number: number; timestamp: UnixSeconds; seenAtMs: number; hash: string }

/** The newest block of the index, and when it was last known to be the head of the chain. */
export class IndexHead {
  readonly reached: Promise<void>
  #head: Head | null = null
  #atHeadAtMs: number | null = null
  readonly #resolveReached: () => void

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.reached = promise
    this.#resolveReached = resolve
  }

  /** Moves to `block`; `isHead` when it is the chain's newest block too. */
  move(
    block: { number: number; hash: string; timestamp: UnixSeconds },
    { isHead, readAtMs }: { isHead: boolean; readAtMs: number },
  ): void {
    if (this.#head?.hash !== block.hash) this.#head = { ...block, seenAtMs: readAtMs }
    if (!isHead) return
    this.#atHeadAtMs = readAtMs
    this.#resolveReached()
  }

  /**
   * Moves to what another process knows of the chain.
   *
   * @param atHeadAtMs - When the index was last known to be at the head of the chain; null while it is not complete.
   */
  follow(
    block: { number: number; hash: string; timestamp: UnixSeconds },
    atHeadAtMs: number | null,
    nowMs: number,
  ): void {
    if (this.#head?.hash !== block.hash) this.#head = { ...block, seenAtMs: nowMs }
    // The other process may have ended long ago, or may be far behind the chain.
    const isFirst = this.#atHeadAtMs === null && atHeadAtMs !== null
    if (isFirst && nowMs - atHeadAtMs >= MAX_AGE_MS) return
    this.#atHeadAtMs = atHeadAtMs
    if (atHeadAtMs !== null) this.#resolveReached()
  }

  /** Forgets everything: the index is being rebuilt. */
  reset(): void {
    this.#head = null
    this.#atHeadAtMs = null
  }

  get newestBlock(): { number: number; timestamp: UnixSeconds } | null {
    return this.#head
  }

  /** Time at which the index was last known to be at the head of the chain; null before that. */
  get atHeadAtMs(): number | null {
    return this.#atHeadAtMs
  }

  /** True once the index has reached the head of the chain. */
  get hasReached(): boolean {
    return this.#atHeadAtMs !== null
  }

  /** True when the index was at the head of the chain a moment ago. */
  isFresh(nowMs: number): boolean {
    return this.#atHeadAtMs !== null && nowMs - this.#atHeadAtMs < MAX_AGE_MS
  }

  /** Chain time; 0 before the first block. */
  now(nowMs: number): UnixSeconds {
    return this.#head === null ? toUnixSeconds(0) : chainTime(this.#head, nowMs)
  }
}
