import type { Storage } from './storage.ts'

const STORE = 'entries'

/**
 * Creates a storage in the browser's IndexedDB. The database is opened with the first use.
 *
 * @param name - Name of the database: clients with different names share nothing.
 */
export function createIndexedDbStorage(name = 'walletconnect'): Storage {
  let database: Promise<IDBDatabase> | undefined
  /** Pages do not receive their own posts. */
  const changes =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`storage:${name}`)
  const run = async <T>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    database ??= open(name, () => {
      database = undefined
    })
    const transaction = (await database).transaction(STORE, mode)
    const request = act(transaction.objectStore(STORE))
    // A value is stored when its transaction is complete, not when the request has succeeded.
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  }
  return {
    get: (key) => run<unknown>('readonly', (store) => store.get(key)),
    set: async (key, value) => {
      await run('readwrite', (store) => store.put(value, key))
      changes?.postMessage(key)
    },
    delete: async (key) => {
      await run('readwrite', (store) => store.delete(key))
      changes?.postMessage(key)
    },
    watch: (onChange) => {
      changes?.addEventListener('message', ({ data }) => onChange(String(data)))
    },
    entries: async (prefix) => {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const keys = await run('readonly', (store) => store.getAllKeys(range))
      const values = await Promise.all(
        keys.map((key) => run<unknown>('readonly', (store) => store.get(key))),
      )
      return keys.map((key, index) => [String(key), values[index]])
    },
  }
}

function open(name: string, onLost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = () => {
      onLost()
      reject(request.error)
    }
    request.onsuccess = () => {
      const database = request.result
      // Browsers close it when the user deletes the site's data.
      database.onclose = onLost
      database.onversionchange = () => {
        database.close()
        onLost()
      }
      resolve(database)
    }
  })
}
