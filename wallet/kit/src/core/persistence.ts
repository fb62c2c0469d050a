/** Storage that outlives the page: a subset of `Storage`. */
export type KeyValueStorage = {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

export type Persistence = {
  /** The stored value, or null when there is none or it cannot be read. Check its shape. */
  read: (key: string) => unknown
  write: (key: string, value: unknown) => void
  remove: (key: string) => void
}

const PREFIX = '@bullring/wallet-kit/'

/**
 * Stores JSON under the kit's prefix. If the browser blocks storage (private windows, blocked cookies,
 * full quota), nothing is stored and nothing fails.
 */
export function createPersistence(storage: () => KeyValueStorage | undefined): Persistence {
  return {
    read: (key) => {
      try {
        const text = storage()?.getItem(PREFIX + key)
        return text ? (JSON.parse(text) as unknown) : null
      } catch {
        return null
      }
    },
    write: (key, value) => {
      try {
        storage()?.setItem(PREFIX + key, JSON.stringify(value))
      } catch {
        // Storage is blocked or full: see above.
      }
    },
    remove: (key) => {
      try {
        storage()?.removeItem(PREFIX + key)
      } catch {
        // Storage is blocked: see above.
      }
    },
  }
}

/** Calls `run` when another page of this origin removes `key` from the local storage. */
export function onRemovedElsewhere(key: string, run: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', (event) => {
    if (event.key === PREFIX + key && event.newValue === null) run()
  })
}

/** Returns the browser's local storage; undefined on a server. Reading the property itself may throw. */
export function browserStorage(): KeyValueStorage | undefined {
  return typeof window === 'undefined' ? undefined : window.localStorage
}
