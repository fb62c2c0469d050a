import type { HeldSession } from '@bullring/client/send-call'

/** A session of this browser. Its key signs only here: nothing can read it. */
export type StoredSession = HeldSession & { grantedAtMs: number }

const DATABASE = 'bullring-one-tap'
const STORE = 'sessions'

type Owner = Pick<StoredSession, 'account' | 'chainId'>

/** Returns the session of an account; null without one. */
export async function readSession(owner: Owner): Promise<StoredSession | null> {
  const found: unknown = await run('readonly', (store) => store.get(keyOf(owner)))
  // Sound: only `saveSession` writes to this store.
  return (found as StoredSession | undefined) ?? null
}

/** Stores the session of an account, in place of an earlier one. */
export async function saveSession(stored: StoredSession): Promise<void> {
  await run('readwrite', (store) => store.put(stored, keyOf(stored)))
}

/** Stores a session that the account has not granted yet, also for a page that goes on after the wallet's. */
export async function savePending(stored: StoredSession): Promise<void> {
  await run('readwrite', (store) => store.put(stored, pendingKeyOf(stored)))
}

/** Returns and forgets the session that the account has not granted yet; null without one. */
export async function takePending(owner: Owner): Promise<StoredSession | null> {
  const found: unknown = await run('readonly', (store) => store.get(pendingKeyOf(owner)))
  await run('readwrite', (store) => store.delete(pendingKeyOf(owner)))
  // Sound: only `savePending` writes it.
  return (found as StoredSession | undefined) ?? null
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

function pendingKeyOf(owner: Owner): string {
  return `pending ${keyOf(owner)}`
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
