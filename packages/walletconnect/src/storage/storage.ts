import type { Shape } from '../shape/shape.ts'

/** Where a client keeps its keys and sessions. Values are plain data that survives structured cloning. */
export type Storage = {
  get: (key: string) => Promise<unknown>
  set: (key: string, value: unknown) => Promise<void>
  delete: (key: string) => Promise<void>
  /** Returns the entries whose keys start with a prefix. */
  entries: (prefix: string) => Promise<[key: string, value: unknown][]>
}

/** Records of one kind: in memory, and stored at once. */
export class Records<T> {
  readonly #storage: Storage
  readonly #prefix: string
  readonly #records: Map<string, T>

  private constructor(storage: Storage, prefix: string, records: Map<string, T>) {
    this.#storage = storage
    this.#prefix = prefix
    this.#records = records
  }

  /** Reads what is stored. Records of another shape are left out. */
  static async open<T>(storage: Storage, kind: string, shape: Shape<T>): Promise<Records<T>> {
    const prefix = `${kind}:`
    const records = new Map<string, T>()
    for (const [key, value] of await storage.entries(prefix)) {
      if (shape(value)) records.set(key.slice(prefix.length), value)
    }
    return new Records(storage, prefix, records)
  }

  get(key: string): T | undefined {
    return this.#records.get(key)
  }

  all(): [key: string, record: T][] {
    return [...this.#records]
  }

  async set(key: string, record: T): Promise<void> {
    this.#records.set(key, record)
    await this.#storage.set(this.#prefix + key, record)
  }

  async delete(key: string): Promise<void> {
    if (this.#records.delete(key)) await this.#storage.delete(this.#prefix + key)
  }
}
