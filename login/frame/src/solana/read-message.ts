import { InvalidRequestError } from '@bullring/approval/errors'
import { base58 } from '@scure/base'
import { type ByteReader, createByteReader } from './byte-reader.ts'

/** Accounts that a transaction names by a lookup table and their positions in it. */
type AddressLookup = {
  table: string
  writable: readonly number[]
  readonly: readonly number[]
}

/** One instruction; the numbers are positions in the list of all accounts. */
type CompiledInstruction = { program: number; accounts: readonly number[]; data: Uint8Array }

/** Message that the signers of a transaction sign. */
export type TransactionMessage = {
  version: 'legacy' | 0
  /** The first accounts sign; the first of them pays the fee. */
  signerCount: number
  readonlySignerCount: number
  readonlyOtherCount: number
  /** The accounts that the message names itself. Those of `lookups` follow them, the writable ones first. */
  accounts: readonly string[]
  /** A recent blockhash, or the value of a durable nonce. */
  lifetime: string
  instructions: readonly CompiledInstruction[]
  lookups: readonly AddressLookup[]
}

/** The high bit of the first byte marks a version; the other bits are its number. */
const VERSION_BIT = 0x80
const KEY_BYTES = 32

/**
 * Reads the structure of a message. What the numbers in it point to is checked by `checkMessage`.
 *
 * @throws {InvalidRequestError} when it is neither a legacy message nor one of version 0.
 */
export function readTransactionMessage(bytes: Uint8Array): TransactionMessage {
  const reader = createByteReader(bytes)
  const first = reader.byte()
  const isLegacy = first < VERSION_BIT
  if (!isLegacy && first !== VERSION_BIT) {
    throw new InvalidRequestError('This wallet does not know the version of the transaction.')
  }
  const signerCount = isLegacy ? first : reader.byte()
  const message: TransactionMessage = {
    version: isLegacy ? 'legacy' : 0,
    signerCount,
    readonlySignerCount: reader.byte(),
    readonlyOtherCount: reader.byte(),
    accounts: readList(reader, readKey),
    lifetime: readKey(reader),
    instructions: readList(reader, readInstruction),
    lookups: isLegacy ? [] : readList(reader, readLookup),
  }
  if (!reader.isAtEnd()) throw new InvalidRequestError('The transaction is not valid.')
  return message
}

/** Returns the number of accounts of a message, those of lookup tables included. */
export function accountCount({ accounts, lookups }: TransactionMessage): number {
  return lookups.reduce(
    (sum, { writable, readonly }) => sum + writable.length + readonly.length,
    accounts.length,
  )
}

function readList<item>(reader: ByteReader, read: (reader: ByteReader) => item): item[] {
  return Array.from({ length: reader.count() }, () => read(reader))
}

function readKey(reader: ByteReader): string {
  return base58.encode(reader.bytes(KEY_BYTES))
}

function readInstruction(reader: ByteReader): CompiledInstruction {
  const program = reader.byte()
  const accounts = readIndexes(reader)
  return { program, accounts, data: reader.bytes(reader.count()) }
}

function readLookup(reader: ByteReader): AddressLookup {
  return { table: readKey(reader), writable: readIndexes(reader), readonly: readIndexes(reader) }
}

function readIndexes(reader: ByteReader): number[] {
  return [...reader.bytes(reader.count())]
}
