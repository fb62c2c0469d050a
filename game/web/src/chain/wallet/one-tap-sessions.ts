import type { HeldSession } from '@bullring/client/send-call'
import { sessionId } from '@bullring/smart-account/session'
import type { Hex } from 'viem'

/** A session of this browser. Its key signs only here: nothing can read it. */
export type StoredSession = HeldSession & { grantedAtMs: number }

const DATABASE = 'bullring-one-tap'
const STORE = 'sessions'

type Owner = Pick<StoredSession, 'account' | 'chainId'>

/** Returns the session of an account; null without one. */
export async function readSession(owner: Owner): Promise<StoredSession | null> {
  const found: unknown = await run('readonly', (store) => store.get(keyOf(owner)))
  // Sound: only sessions are written to this store.
  return (found as StoredSession | undefined) ?? null
}

/** Stores a session that the account has not granted yet, also for a page that goes on after the wallet's. */
export async function savePending(stored: StoredSession): Promise<void> {
  const key = pendingKeyOf(stored, sessionId(stored.session))
  await run('readwrite', (store) => store.put(stored, key))
}

/** Destroys the key of a session that the account has not granted. */
export async function deletePending(owner: Owner, id: Hex): Promise<void> {
  await run('readwrite', (store) => store.delete(pendingKeyOf(owner, id)))
}

/** Makes a session that the account has granted the one of the account, in place of an earlier one. Returns false if its key is gone. */
export async function keepPending(owner: Owner, id: Hex): Promise<boolean> {
  const key = pendingKeyOf(owner, id)
  const found: unknown = await run('readwrite', (store) => {
    const reading: IDBRequest<unknown> = store.get(key)
    reading.onsuccess = () => {
      if (reading.result === undefined) return
      // Sound: only `savePending` writes it.
      const pending = reading.result as StoredSession
      store.put({ ...pending, grantedAtMs: Date.now() }, keyOf(owner))
      store.delete(key)
    }
    return reading
  })
  return found !== undefined
}

/** Destroys the key of an account's session. */
export async function deleteSession(owner: Owner): Promise<void> {
  await run('readwrite', (store) => store.delete(keyOf(owner)))
}

/** Destroys the keys of all accounts. */
export async function deleteSessions(): Promise<void> {
  await run('readwrite', (store) => store.clear())
}

function keyOf({ account, chainId }: Owner): string {
  return `${chainId}:${account.toLowerCase()}`
}

/** Each tab may wait for a permission. */
function pendingKeyOf(owner: Owner, id: Hex): string {
  return `pending ${keyOf(owner)} ${id}`
}

async function run<result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<result>,
): Promise<result> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const started = request(transaction.objectStore(STORE))
    await done
    return started.result
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}
