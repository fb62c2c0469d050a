import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import { chainTime } from '../chain/chain-clock.ts'

/** After this time without a word from the chain the service no longer calls itself ready. */
const SILENCE_MS = 30_000

type Head = { number: number; timestamp: UnixSeconds; seenAtMs: number; hash: string }

/** What the rest of the process knows of the index: its newest block and how fresh it is. */
export class IndexHead {
  readonly reached: Promise<void>
  #head: Head | null = null
  #contactAtMs: number | null = null
  readonly #resolveReached: () => void

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.reached = promise
    this.#resolveReached = resolve
  }

  /** The index ends at `block`; `isHead` when the chain does too. */
  move(
    block: { number: number; hash: string; timestamp: UnixSeconds },
    { isHead, askedAtMs }: { isHead: boolean; askedAtMs: number },
  ): void {
    if (this.#head?.hash !== block.hash) this.#head = { ...block, seenAtMs: askedAtMs }
    if (!isHead) return
    this.#contactAtMs = askedAtMs
    this.#resolveReached()
  }

  /** The index begins anew: nothing is known until it has reached the head again. */
  reset(): void {
    this.#head = null
    this.#contactAtMs = null
  }

  get newestBlock(): { number: number; timestamp: UnixSeconds } | null {
    return this.#head
  }

  /** True once the index has been at the head of the chain. */
  get hasReached(): boolean {
    return this.#contactAtMs !== null
  }

  isFresh(nowMs: number): boolean {
    return this.#contactAtMs !== null && nowMs - this.#contactAtMs < SILENCE_MS
  }

  /** Chain time; 0 before the first block. */
  now(nowMs: number): UnixSeconds {
    return this.#head === null ? toUnixSeconds(0) : chainTime(this.#head, nowMs)
  }
}
