/** The storage methods that the app uses. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const FALLBACKS = { localStorage: memoryStorage(), sessionStorage: memoryStorage() }

/** Returns the browser's storage, or one in memory where the visitor has blocked it. */
export function openStorage(page: Window, name: keyof typeof FALLBACKS): PageStorage {
  try {
    return page[name]
  } catch {
    return FALLBACKS[name]
  }
}

function memoryStorage(): PageStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      items.set(key, value)
    },
    removeItem: (key) => {
      items.delete(key)
    },
  }
}
