import { InvalidRequestError } from '@bullring/approval/errors'
import { base58 } from '@scure/base'
import { createByteReader } from './byte-reader.ts'
import { checkMessage } from './check-message.ts'
import { readTransactionMessage, type TransactionMessage } from './read-message.ts'

/** A transaction on the wire: signatures, and the message they sign. */
export type WireTransaction = {
  bytes: Uint8Array
  /** Offset of the signatures. */
  signatures: number
  /** Offset of the message. */
  body: number
  message: TransactionMessage
}

/** Size of one packet of the network (`PACKET_DATA_SIZE`). */
const MAX_BYTES = 1_232
/** That many bytes in base58, rounded up. Decoding takes the square of the length. */
const MAX_LENGTH = 1_683

export const SIGNATURE_BYTES = 64

/**
 * Reads a transaction that an app sent in base58.
 *
 * @throws {InvalidRequestError} when it is malformed, or the network would refuse it.
 */
export function readWireTransaction(text: string): WireTransaction {
  const bytes = decode(text)
  const reader = createByteReader(bytes)
  const count = reader.count()
  const signatures = reader.offset()
  reader.bytes(count * SIGNATURE_BYTES)
  const body = reader.offset()
  const message = readTransactionMessage(bytes.subarray(body))
  checkMessage(message)
  if (count !== message.signerCount) {
    throw new InvalidRequestError('The transaction does not have one signature per signer.')
  }
  return { bytes, signatures, body, message }
}

function decode(text: string): Uint8Array {
  if (text.length > MAX_LENGTH) throw new InvalidRequestError('The transaction is too long.')
  let bytes: Uint8Array
  try {
    bytes = base58.decode(text)
  } catch {
    throw new InvalidRequestError('The transaction is not in base58.')
  }
  if (bytes.length > MAX_BYTES) throw new InvalidRequestError('The transaction is too long.')
  return bytes
}
