import { readTransactionMessage } from './read-message.ts'

/** First bytes that mark a version of transactions, known or not. No text begins with them. */
const FIRST_VERSION = 0x80
const LAST_VERSION = 0xbf

/**
 * Returns whether bytes are what the signers of a transaction sign: a signature of them would be one of the
 * transaction.
 */
export function isTransactionMessage(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (first >= FIRST_VERSION) return first <= LAST_VERSION
  try {
    readTransactionMessage(bytes)
    return true
  } catch {
    return false
  }
}
