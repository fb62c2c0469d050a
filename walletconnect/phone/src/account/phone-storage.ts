import { createIndexedDbStorage } from '@bullring/walletconnect/indexed-db-storage'

/** Where the wallet keeps its key, what the user decided, and the chain. */
export type PhoneStorage = ReturnType<typeof createIndexedDbStorage>

/** Opens the wallet's storage in IndexedDB, separate from that of the WalletConnect client. */
export function openPhoneStorage(): PhoneStorage {
  return createIndexedDbStorage('phone')
}
