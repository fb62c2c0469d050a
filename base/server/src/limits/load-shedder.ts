import { randomInt } from 'node:crypto'
import { OverloadedError } from '../http/errors/errors.ts'

/** No task waits longer for its turn. */
const MAX_WAIT_MS = 1_000

/** Bounds the memory of waiting tasks, however short they are. */
const MAX_WAITING = 1_000

/** Weight of the newest task in the average time of a task. */
const NEWEST = 0.1

/** Spreads the retries of callers that were refused at the same moment. */
const MAX_RETRY_AFTER_S = 3

type Waiter = { start: () => void; timer: NodeJS.Timeout }

export type LoadShedderOptions = {
  /** Tasks that run at the same time. */
  concurrent: number
  /** While the event loop is late, no task waits. */
  isLoopLate?: () => boolean
  /** Called with the time that a task waited, in seconds. */
  onStart?: (waitedSeconds: number) => void
  onShed?: (reason: ShedReason) => void
}

/** `queue`: earlier requests would take too long; `wait`: it has waited too long; `loop`: the event loop is late. */
export type ShedReason = 'queue' | 'wait' | 'loop'

/**
 * Runs a bounded number of tasks at once. Others wait, unless that would take more than a second: those are refused at
 * once, so that the time of the accepted ones stays short, whatever the load.
 */
export class LoadShedder {
  readonly #options: LoadShedderOptions
  readonly #urgent = new Set<Waiter>()
  readonly #queue = new Set<Waiter>()
  #running = 0
  /** Time in places since the last task that was not urgent started, and its average. */
  #heldMs = 0
  #taskMs = 0
  #startedAtMs = 0

  constructor(options: LoadShedderOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#queue.size + this.#urgent.size
  }

  /**
   * Runs `task` once it is its turn.
   *
   * @throws {OverloadedError} when that would take too long.
   */
  async run<result>(task: () => Promise<result>): Promise<result> {
    const release = await this.acquire()
    try {
      return await task()
    } finally {
      release()
    }
  }

  /**
   * Takes a place until the returned function is called.
   *
   * @param isUrgent - Part of a task that has started before: those go first, because refusing them wastes what they did.
   * @throws {OverloadedError} when that would take too long.
   */
  async acquire(isUrgent = false): Promise<() => void> {
    const arrivedAtMs = performance.now()
    if (this.#running < this.#options.concurrent) this.#running += 1
    else if (isUrgent) await this.#waitIn(this.#urgent)
    else await this.#wait()
    const startMs = performance.now()
    this.#startedAtMs = startMs
    if (!isUrgent) this.#average()
    this.#options.onStart?.((startMs - arrivedAtMs) / 1_000)
    return () => {
      this.#heldMs += performance.now() - startMs
      this.#startNext()
    }
  }

  #wait(): Promise<void> {
    if (this.#options.isLoopLate?.() === true) this.#shed('loop')
    if (this.#expectedWaitMs() > MAX_WAIT_MS || this.#queue.size >= MAX_WAITING) this.#shed('queue')
    return this.#waitIn(this.#queue)
  }

  #waitIn(queue: Set<Waiter>): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        queue.delete(waiter)
        try {
          this.#shed('wait')
        } catch (error) {
          reject(error)
        }
      }
      const waiter = { start: resolve, timer: setTimeout(refuse, MAX_WAIT_MS) }
      queue.add(waiter)
    })
  }

  /** A task in a full queue starts when another ends: all that run have taken at least the time since the last start. */
  #expectedWaitMs(): number {
    const stalledMs = this.#queue.size === 0 ? 0 : performance.now() - this.#startedAtMs
    const perTaskMs = Math.max(this.#taskMs, stalledMs)
    return ((this.#queue.size + 1) * perTaskMs) / this.#options.concurrent
  }

  /** Counts the urgent parts of a task as its time. */
  #average(): void {
    this.#taskMs += NEWEST * (this.#heldMs - this.#taskMs)
    this.#heldMs = 0
  }

  /** Hands the place of a task that has ended to the first that waits. */
  #startNext(): void {
    for (const queue of [this.#urgent, this.#queue]) {
      for (const waiter of queue) {
        clearTimeout(waiter.timer)
        queue.delete(waiter)
        waiter.start()
        return
      }
    }
    this.#running -= 1
  }

  #shed(reason: ShedReason): never {
    this.#options.onShed?.(reason)
    throw new OverloadedError(randomInt(1, MAX_RETRY_AFTER_S + 1))
  }
}
