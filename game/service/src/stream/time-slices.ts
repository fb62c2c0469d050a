/** Other work of the process waits for live events no longer than this in one turn of the event loop. */
const SLICE_MS = 2

/** Work that can be interrupted wherever it yields; what it does between two yields is short. */
export type SlicedWork<result = void> = Generator<undefined, result>

/**
 * Runs work that grows with the number of clients or bets, in one slice of time per turn of the event loop. All markets of
 * a process share one, or their slices would add up. Works take turns.
 */
export class TimeSlices {
  readonly #sliceMs: number
  /** Each runs its work up to the next yield, and returns whether that was the end. */
  readonly #steps: (() => boolean)[] = []

  constructor(sliceMs = SLICE_MS) {
    this.#sliceMs = sliceMs
  }

  /** Resolves or rejects when `work` ends. */
  run<result>(work: SlicedWork<result>): Promise<result> {
    const { promise, resolve, reject } = Promise.withResolvers<result>()
    const step = () => {
      try {
        const { done, value } = work.next()
        if (done === true) resolve(value)
        return done === true
      } catch (error) {
        reject(error)
        return true
      }
    }
    this.#steps.push(step)
    if (this.#steps.length === 1) setImmediate(this.#runSlice)
    return promise
  }

  /** Runs a short task in a slice: many clients may wait for the same moment. */
  runTask<result>(task: () => result): Promise<result> {
    return this.run(toWork(task))
  }

  readonly #runSlice = (): void => {
    const endsAtMs = performance.now() + this.#sliceMs
    let [step] = this.#steps
    while (step !== undefined) {
      const hasEnded = step()
      if (hasEnded) this.#steps.shift()
      if (performance.now() >= endsAtMs) break
      ;[step] = this.#steps
    }
    this.#rotate(step)
    if (this.#steps.length > 0) setImmediate(this.#runSlice)
  }

  /** The next slice starts with another task. */
  #rotate(last: (() => boolean) | undefined): void {
    if (last === undefined || this.#steps[0] !== last) return
    this.#steps.shift()
    this.#steps.push(last)
  }
}

function* toWork<result>(task: () => result): SlicedWork<result> {
  yield
  return task()
}
