import { base58 } from '@scure/base'
import {
  type AddressesByLookupTableAddress,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Transaction,
} from '@solana/kit'

export type TestTransaction = {
  feePayer: string
  instructions: readonly Instruction[]
  version?: 'legacy' | 0
  blockhash?: string
  /** Addresses of each lookup table that the transaction may use. */
  tables?: Readonly<Record<string, readonly string[]>>
}

/** Builds a transaction as apps do, with the official library. */
export function buildTransaction({
  feePayer,
  instructions,
  version = 0,
  blockhash = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
  tables = {},
}: TestTransaction): Transaction {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1_000n }
  const withPayer = setTransactionMessageFeePayer(
    address(feePayer),
    createTransactionMessage({ version: 0 }),
  )
  const message = appendTransactionMessageInstructions(
    instructions,
    setTransactionMessageLifetimeUsingBlockhash(lifetime, withPayer),
  )
  if (version === 'legacy') return compileTransaction({ ...message, version: 'legacy' })
  return compileTransaction(
    compressTransactionMessageUsingAddressLookupTables(
      message,
      tables as AddressesByLookupTableAddress,
    ),
  )
}

/** Encodes a transaction as apps send it. */
export function toBase58(transaction: Transaction): string {
  return base58.encode(new Uint8Array(getTransactionEncoder().encode(transaction)))
}

/** Decodes a transaction with the official library. */
export function fromBase58(text: string): Transaction {
  return getTransactionDecoder().decode(base58.decode(text))
}
