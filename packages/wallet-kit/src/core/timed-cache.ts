/** Answers that stay good for a while. One key is loaded once however many ask meanwhile. */
export type TimedCache<Value> = {
  /** @throws what `load` throws; a failure is not kept. */
  get: (key: string, load: () => Promise<Value>) => Promise<Value>
  clear: () => void
}

export function createTimedCache<Value>(lifeMs: number, now = Date.now): TimedCache<Value> {
  const entries = new Map<string, { value: Promise<Value>; loadedAt: number }>()
  return {
    get: (key, load) => {
      const known = entries.get(key)
      if (known !== undefined && now() - known.loadedAt < lifeMs) return known.value
      const entry = { value: load(), loadedAt: now() }
      entries.set(key, entry)
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return entry.value
    },
    clear: () => entries.clear(),
  }
}
