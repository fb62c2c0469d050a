import type { Storage } from './storage.ts'

/** Creates a storage that is lost with the page or process. */
export function createMemoryStorage(): Storage {
  const values = new Map<string, unknown>()
  return {
    get: (key) => Promise.resolve(structuredClone(values.get(key))),
    set: (key, value) => {
      values.set(key, structuredClone(value))
      return Promise.resolve()
    },
    delete: (key) => {
      values.delete(key)
      return Promise.resolve()
    },
    entries: (prefix) =>
      Promise.resolve(structuredClone([...values].filter(([key]) => key.startsWith(prefix)))),
  }
}
