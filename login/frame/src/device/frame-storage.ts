/** Values that the frame stores, by kind. */
const STORES = ['device', 'shares', 'sessions'] as const
/** @see STORES */
type StoreName = (typeof STORES)[number]

/** Key-value storage of the frame. Values are cloned, keys of WebCrypto included. */
export type FrameStorage = {
  /** Whether the content survives a reload; otherwise the browser blocks storage. */
  isPersistent: boolean
  get: (store: StoreName, key: string) => Promise<unknown>
  put: (store: StoreName, key: string, value: unknown) => Promise<void>
  /** Stores `value` unless the key has one. Returns what is stored then. */
  putIfAbsent: (store: StoreName, key: string, value: unknown) => Promise<unknown>
  /** Replaces a value; no other page changes it in between. Returns the new one. */
  update: <value>(
    store: StoreName,
    key: string,
    change: (current: unknown) => value,
  ) => Promise<value>
  remove: (store: StoreName, key: string) => Promise<void>
}

const DATABASE_NAME = 'bullring-wallet'
const VERSION = 1

/** Opens the storage of this browser. */
export function openBrowserStorage(): Promise<FrameStorage> {
  return openFrameStorage(readIndexedDb())
}

/** Reading the property throws where the browser blocks storage. */
function readIndexedDb(): IDBFactory | undefined {
  try {
    return indexedDB
  } catch {
    return undefined
  }
}

/** Opens the storage: IndexedDB, or memory where the browser blocks it. */
export async function openFrameStorage(factory: IDBFactory | undefined): Promise<FrameStorage> {
  try {
    if (factory === undefined) return createMemoryStorage()
    const storage = createDatabaseStorage(await openDatabase(factory))
    // Some browsers open the database and refuse to read it.
    await storage.get('device', 'probe')
    return storage
  } catch {
    return createMemoryStorage()
  }
}

/** Storage that ends with the page. */
export function createMemoryStorage(): FrameStorage {
  const values = new Map<string, unknown>()
  const keyOf = (store: StoreName, key: string) => `${store}|${key}`
  return {
    isPersistent: false,
    get: async (store, key) => values.get(keyOf(store, key)),
    put: async (store, key, value) => void values.set(keyOf(store, key), value),
    putIfAbsent: (store, key, value) => {
      if (!values.has(keyOf(store, key))) values.set(keyOf(store, key), value)
      return Promise.resolve(values.get(keyOf(store, key)))
    },
    update: (store, key, change) => {
      const value = change(values.get(keyOf(store, key)))
      values.set(keyOf(store, key), value)
      return Promise.resolve(value)
    },
    remove: async (store, key) => void values.delete(keyOf(store, key)),
  }
}

function createDatabaseStorage(database: IDBDatabase): FrameStorage {
  const open = (store: StoreName, mode: IDBTransactionMode) =>
    database.transaction(store, mode, { durability: 'strict' })
  return {
    isPersistent: true,
    get: (store, key) => settled(open(store, 'readonly').objectStore(store).get(key)),
    put: async (store, key, value) => {
      const transaction = open(store, 'readwrite')
      transaction.objectStore(store).put(value, key)
      await completed(transaction)
    },
    putIfAbsent: async (store, key, value) => {
      const transaction = open(store, 'readwrite')
      const objects = transaction.objectStore(store)
      // One transaction: another tab cannot write in between.
      const present: unknown = await settled(objects.get(key))
      if (present === undefined) objects.put(value, key)
      await completed(transaction)
      return present ?? value
    },
    update: async (store, key, change) => {
      const transaction = open(store, 'readwrite')
      const objects = transaction.objectStore(store)
      const value = change(await settled<unknown>(objects.get(key)))
      objects.put(value, key)
      await completed(transaction)
      return value
    },
    remove: async (store, key) => {
      const transaction = open(store, 'readwrite')
      transaction.objectStore(store).delete(key)
      await completed(transaction)
    },
  }
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(DATABASE_NAME, VERSION)
  request.onupgradeneeded = () => {
    for (const store of STORES) request.result.createObjectStore(store)
  }
  return settled(request)
}

function settled<result>(request: IDBRequest<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}
