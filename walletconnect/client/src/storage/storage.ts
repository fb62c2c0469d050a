import type { Shape } from '../shape.ts'

/** Storage of a client's keys and sessions. Values are plain data that survives structured cloning. */
export type Storage = {
  get: (key: string) => Promise<unknown>
  set: (key: string, value: unknown) => Promise<void>
  delete: (key: string) => Promise<void>
  /** Returns the entries whose keys start with a prefix. */
  entries: (prefix: string) => Promise<[key: string, value: unknown][]>
  /** Reports the keys that other pages change, if several pages share the storage. */
  watch?: (onChange: (key: string) => void) => void
}

type OnChange<T> = (key: string, record: T | undefined, before: T | undefined) => void

/** Records of one kind: in memory, stored at once, and the same in all pages that share the storage. */
export class Records<T> {
  readonly #storage: Storage
  readonly #prefix: string
  readonly #records: Map<string, T>
  /** Numbers of own writes that are not complete, by key. */
  readonly #writing = new Map<string, number>()
  #onChange: OnChange<T> = () => undefined

  private constructor(storage: Storage, prefix: string, records: Map<string, T>) {
    this.#storage = storage
    this.#prefix = prefix
    this.#records = records
  }

  /** Reads the stored records. Records of another shape are left out. */
  static async open<T>(storage: Storage, kind: string, shape: Shape<T>): Promise<Records<T>> {
    const prefix = `${kind}:`
    const opened = new Records<T>(storage, prefix, new Map())
    storage.watch?.((key) => {
      if (key.startsWith(prefix)) void opened.#reload(key.slice(prefix.length), shape)
    })
    for (const [key, value] of await storage.entries(prefix)) {
      if (shape(value)) opened.#records.set(key.slice(prefix.length), value)
    }
    return opened
  }

  /** Calls a function when another page has changed a record. */
  onChange(listener: OnChange<T>): void {
    this.#onChange = listener
  }

  get(key: string): T | undefined {
    return this.#records.get(key)
  }

  all(): [key: string, record: T][] {
    return [...this.#records]
  }

  async set(key: string, record: T): Promise<void> {
    this.#records.set(key, record)
    await this.#write(key, () => this.#storage.set(this.#prefix + key, record))
  }

  async delete(key: string): Promise<void> {
    if (!this.#records.delete(key)) return
    await this.#write(key, () => this.#storage.delete(this.#prefix + key))
  }

  async #write(key: string, write: () => Promise<void>): Promise<void> {
    this.#writing.set(key, (this.#writing.get(key) ?? 0) + 1)
    try {
      await write()
    } finally {
      const left = (this.#writing.get(key) ?? 1) - 1
      if (left > 0) this.#writing.set(key, left)
      else this.#writing.delete(key)
    }
  }

  /** Takes over a record that another page has written. A write in progress on this page is newer. */
  async #reload(key: string, shape: Shape<T>): Promise<void> {
    const value = await this.#storage.get(this.#prefix + key)
    if (this.#writing.has(key)) return
    const before = this.#records.get(key)
    if (shape(value)) this.#records.set(key, value)
    else this.#records.delete(key)
    this.#onChange(key, this.#records.get(key), before)
  }
}
