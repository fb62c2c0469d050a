/** Size and writing of the batches of a queue. */
export type BatchOptions<item, outcome> = {
  /** Writes some items and returns an outcome for each, in the same order. */
  write: (items: readonly item[]) => Promise<readonly outcome[]>
  /** Size of an item, in the unit of the next two: bytes, or 1 to count them. */
  sizeOf: (item: item) => number
  /** A batch ends with the item that reaches this size. */
  maxBatch: number
  /** Size of all items that may wait. */
  maxWaiting: number
}

type Waiting<item, outcome> = {
  item: item
  size: number
  done: (outcome: outcome) => void
  failed: (error: unknown) => void
}

/**
 * Writes items in batches, one batch at a time: an idle queue writes immediately, and while a batch is being written the
 * next one grows.
 */
export class BatchQueue<item, outcome> {
  readonly #options: BatchOptions<item, outcome>
  #waiting: Waiting<item, outcome>[] = []
  #waitingSize = 0
  #isRunning = false
  /** Items in the batch that is being written, and items before it. */
  #writing = 0
  #written = 0
  /** Oldest first. */
  #observers: { target: number; resolve: () => void }[] = []

  constructor(options: BatchOptions<item, outcome>) {
    this.#options = options
  }

  /** Whether no further item should be added. */
  get isFull(): boolean {
    return this.#waitingSize >= this.#options.maxWaiting
  }

  /** Number of items that wait or are being written. */
  get length(): number {
    return this.#waiting.length + this.#writing
  }

  /**
   * Adds an item. One of the callbacks is called, in the order of the items and without other code in between.
   */
  add(item: item, done: (outcome: outcome) => void, failed: (error: unknown) => void): void {
    const size = this.#options.sizeOf(item)
    this.#waiting.push({ item, size, done, failed })
    this.#waitingSize += size
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#writeAll()
  }

  /** Resolves once every item added until now is written, or has failed. */
  settled(): Promise<void> {
    if (this.length === 0) return Promise.resolve()
    const target = this.#written + this.length
    return new Promise((resolve) => this.#observers.push({ target, resolve }))
  }

  async #writeAll(): Promise<void> {
    // Items that are added by the same event share the first batch.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch()
      this.#writing = batch.length
      await this.#write(batch)
      this.#writing = 0
      this.#written += batch.length
      this.#notify()
    }
    this.#isRunning = false
  }

  #takeBatch(): Waiting<item, outcome>[] {
    let size = 0
    let count = 0
    for (const waiting of this.#waiting) {
      if (size >= this.#options.maxBatch) break
      size += waiting.size
      count += 1
    }
    this.#waitingSize -= size
    return this.#waiting.splice(0, count)
  }

  #notify(): void {
    while (this.#observers[0] !== undefined && this.#observers[0].target <= this.#written) {
      this.#observers.shift()?.resolve()
    }
  }

  async #write(batch: readonly Waiting<item, outcome>[]): Promise<void> {
    let outcomes: readonly outcome[]
    try {
      outcomes = await this.#options.write(batch.map(({ item }) => item))
    } catch (error) {
      for (const { failed } of batch) failed(error)
      return
    }
    for (const [index, { done, failed }] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined) failed(new Error('The batch has no outcome for this item.'))
      else done(outcome)
    }
  }
}
