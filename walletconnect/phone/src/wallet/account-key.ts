import type { createIndexedDbStorage } from '@bullring/walletconnect/indexed-db-storage'
import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'

/** Storage of the key, what the user decided, and the chain. */
export type PhoneStorage = ReturnType<typeof createIndexedDbStorage>

/** Name of the stored key. It protects coins without value only. */
const NAME = 'account-key'

/** Returns the stored key, or stores and returns a new one. */
export async function loadAccountKey(storage: PhoneStorage): Promise<Hex> {
  const stored = await storage.get(NAME)
  return isKey(stored) ? stored : await replaceAccountKey(storage)
}

/** Stores and returns a new key; the previous one is lost. */
export async function replaceAccountKey(storage: PhoneStorage): Promise<Hex> {
  const key = generatePrivateKey()
  await storage.set(NAME, key)
  return key
}

function isKey(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}
