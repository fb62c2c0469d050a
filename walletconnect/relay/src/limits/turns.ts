/** Tasks of a key that may wait for the one that runs. */
const MAX_WAITING = 10

type Queue = { length: number; last: Promise<unknown> }

/** Runs the tasks of a key one after the other, and those of different keys at once. */
export class Turns {
  readonly #queues = new Map<string, Queue>()

  /** Returns whether a further task of a key would be too many. */
  isFull(key: string): boolean {
    return (this.#queues.get(key)?.length ?? 0) > MAX_WAITING
  }

  /** Runs a task after the earlier ones of its key, even if they fail. */
  async run<result>(key: string, task: () => Promise<result>): Promise<result> {
    const queue = this.#queues.get(key) ?? { length: 0, last: Promise.resolve() }
    this.#queues.set(key, queue)
    queue.length += 1
    const result = queue.last.then(task)
    queue.last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.length -= 1
      if (queue.length === 0) this.#queues.delete(key)
    }
  }
}
