/** What the app needs of a storage. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const STAND_INS = { localStorage: memoryStorage(), sessionStorage: memoryStorage() }

/** The browser's storage. Where the visitor has blocked it, one that lasts as long as the page. */
export function openStorage(page: Window, name: keyof typeof STAND_INS): PageStorage {
  try {
    return page[name]
  } catch {
    return STAND_INS[name]
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
