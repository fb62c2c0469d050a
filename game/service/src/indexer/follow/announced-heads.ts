import type { Hash } from 'viem'
import type { Block } from '../read/chain-source.ts'

/** Why announcements are not relied on. */
export type AnnouncementLoss = 'closed' | 'silent' | 'untrue'

export type AnnouncedHeadsOptions = {
  /** Delay between two polls without announcements. */
  pollIntervalMs: number
  nowMs: () => number
  /** Called when the index starts to rely on announcements, and when it stops. */
  onLive: () => void
  onLoss: (loss: AnnouncementLoss) => void
}

/** While announcements come, polling is a safety net: this many times slower, up to a limit. */
const SLOWER = 40
const MAX_SLOW_POLL_MS = 2_000

/** Announcements that are silent or untrue are not relied on for this long. */
const PROBATION_MS = 30_000

/** Announcements in a row that did not move the index. Behind one URL, a node may announce what others lack. */
const MAX_FRUITLESS = 5

type Head = { number: number; hash: Hash }

/**
 * The blocks that a subscription announces. They wake the index loop, which reads and checks the chain itself; the loop
 * polls slowly while the announcements prove true, and as without them otherwise.
 */
export class AnnouncedHeads {
  readonly #options: AnnouncedHeadsOptions
  #newest: Block | null = null
  #head: Head | null = null
  /** Head that a poll found before it was announced. */
  #unannounced: Head | null = null
  #fruitless = 0
  #probationUntilMs = 0
  #isLive = false
  #isDue = false
  #hasReportedLoss = false
  #wake: () => void = () => undefined

  constructor(options: AnnouncedHeadsOptions) {
    this.#options = options
  }

  /** True while the index relies on announcements. */
  get isLive(): boolean {
    return this.#isLive
  }

  /** Takes note of an announced block, and wakes the loop. */
  announce(block: Block): void {
    this.#newest = block
    if (!this.#isLive && this.#options.nowMs() >= this.#probationUntilMs) {
      this.#isLive = true
      this.#fruitless = 0
      this.#hasReportedLoss = false
      this.#options.onLive()
    }
    if (!this.#isLive || block.hash === this.#head?.hash) return
    this.#isDue = true
    this.#wake()
  }

  /** The subscription has ended. */
  close(): void {
    this.#newest = null
    this.#lose('closed')
  }

  /** Returns the announced block that has woken the loop; null when the loop polls. */
  take(): Block | null {
    const block = this.#isDue ? this.#newest : null
    this.#isDue = false
    return block
  }

  /** Compares the announcements with where the index ends after a step. */
  compare(head: Head, { wasAnnounced }: { wasAnnounced: boolean }): void {
    const hasMoved = head.hash !== this.#head?.hash
    this.#head = head
    if (!this.#isLive) return
    if (head.hash === this.#newest?.hash) this.#fruitless = 0
    else if (wasAnnounced && !hasMoved) this.#fruitless += 1
    if (this.#fruitless >= MAX_FRUITLESS) this.#distrust('untrue')
    else if (!wasAnnounced) this.#compareAfterPoll(head)
  }

  /** Waits until the next poll is due, a block is announced or `signal` aborts. */
  wait(signal: AbortSignal): Promise<void> {
    if (this.#isDue || signal.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => resolve()
    const timer = setTimeout(end, this.#pollMs)
    signal.addEventListener('abort', end)
    this.#wake = end
    return promise.finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    })
  }

  get #pollMs(): number {
    const { pollIntervalMs } = this.#options
    // A node may announce a block before another one behind the same URL has it.
    const isBehind = (this.#newest?.number ?? 0) > (this.#head?.number ?? 0)
    if (!this.#isLive || isBehind) return pollIntervalMs
    return Math.max(Math.min(pollIntervalMs * SLOWER, MAX_SLOW_POLL_MS), pollIntervalMs)
  }

  /** The announcement of a block that a poll has found must come before the next poll. */
  #compareAfterPoll(head: Head): void {
    const announced = this.#newest?.number ?? 0
    const missed = this.#unannounced
    this.#unannounced = head.number > announced ? head : null
    if (missed !== null && missed.number > announced) this.#distrust('silent')
  }

  #distrust(loss: AnnouncementLoss): void {
    this.#probationUntilMs = this.#options.nowMs() + PROBATION_MS
    this.#lose(loss)
  }

  #lose(loss: AnnouncementLoss): void {
    this.#isLive = false
    this.#isDue = false
    this.#unannounced = null
    if (this.#hasReportedLoss) return
    this.#hasReportedLoss = true
    this.#options.onLoss(loss)
  }
}
