import { createPublicKey, verify } from 'node:crypto'
import type { SolanaNode } from '@bullring/stack/testing/solana-node'
import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Transaction,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'

/** Encodes bytes as requests of Solana carry them. */
export function toBase58(bytes: Uint8Array): string {
  return getBase58Decoder().decode(bytes)
}

function fromBase58(text: string): Uint8Array {
  return new Uint8Array(getBase58Encoder().encode(text))
}

/** Builds an unsigned transfer as an app does, in base58. */
export function buildTransfer(
  { network }: SolanaNode,
  { from, to, lamports }: { from: string; to: string; lamports: bigint },
): string {
  const source = {
    address: address(from),
    signTransactions: () => Promise.reject(new Error('the wallet signs')),
  }
  const instruction: Instruction = getTransferSolInstruction({
    source,
    destination: address(to),
    amount: lamports,
  })
  const lifetime = { blockhash: network.latestBlockhash(), lastValidBlockHeight: 1_000n }
  const empty = setTransactionMessageFeePayer(
    address(from),
    createTransactionMessage({ version: 0 }),
  )
  const message = appendTransactionMessageInstruction(
    instruction,
    setTransactionMessageLifetimeUsingBlockhash(lifetime, empty),
  )
  return toBase58(new Uint8Array(getTransactionEncoder().encode(compileTransaction(message))))
}

/** Whether an account signed a message. `signature` and `account` are base58. */
export function isSignedBy(account: string, message: string, signature: string): boolean {
  const x = Buffer.from(fromBase58(account)).toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  return verify(null, Buffer.from(message), key, fromBase58(signature))
}

/** Decodes a transaction in base58. */
export function decodeTransaction(text: string): Transaction {
  return getTransactionDecoder().decode(fromBase58(text))
}
