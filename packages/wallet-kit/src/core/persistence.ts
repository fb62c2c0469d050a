/** Storage for what outlives a page: a part of `Storage`. */
export type StoragePort = {
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
export function createPersistence(storage: () => StoragePort | undefined): Persistence {
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
        // Not stored: see above.
      }
    },
    remove: (key) => {
      try {
        storage()?.removeItem(PREFIX + key)
      } catch {
        // Not stored: see above.
      }
    },
  }
}

/** The browser's local storage; nothing on a server. Reading the property itself may throw. */
export function browserStorage(): StoragePort | undefined {
  return typeof window === 'undefined' ? undefined : window.localStorage
}
