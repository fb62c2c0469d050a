import { LoadShedder } from './load-shedder.ts'
import { networkOf } from './networks-of.ts'

/**
 * Runs the tasks of each caller one at a time, so that no caller fills the common queue. With IPv6, the tasks of a /48
 * are one caller.
 */
export class CallerQueues {
  readonly #queues = new Map<string, { queue: LoadShedder; tasks: number }>()

  /** Number of callers with a task. */
  get size(): number {
    return this.#queues.size
  }

  /** @throws {OverloadedError} when earlier tasks of the caller take too long. */
  async run<result>(caller: string, task: () => Promise<result>): Promise<result> {
    const key = networkOf(caller) ?? caller
    const entry = this.#queues.get(key) ?? { queue: new LoadShedder({ concurrent: 1 }), tasks: 0 }
    this.#queues.set(key, entry)
    entry.tasks += 1
    try {
      return await entry.queue.run(task)
    } finally {
      entry.tasks -= 1
      if (entry.tasks === 0) this.#queues.delete(key)
    }
  }
}
