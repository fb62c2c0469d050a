import { secp256k1 } from '@noble/curves/secp256k1'
import type { Hex, SignableMessage, TransactionSerializable, TypedDataDefinition } from 'viem'
import { serializeSignature } from 'viem/accounts'
import {
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  numberToHex,
  serializeTransaction,
} from 'viem/utils'

/** Legacy transactions need `v`, typed ones `yParity`. */
type Signature = { r: Hex; s: Hex; v: bigint; yParity: number }

/** Signs a message (EIP-191). */
export function signMessage(message: SignableMessage, key: Uint8Array): Hex {
  return serializeSignature(signHash(hashMessage(message), key))
}

/** Signs typed data (EIP-712). */
export function signTypedData(typedData: TypedDataDefinition, key: Uint8Array): Hex {
  return serializeSignature(signHash(hashTypedData(typedData), key))
}

/** Signs a complete transaction and returns it serialized. */
export function signTransaction(transaction: TransactionSerializable, key: Uint8Array): Hex {
  const signature = signHash(keccak256(serializeTransaction(transaction)), key)
  return serializeTransaction(transaction, signature)
}

/** The key remains bytes: text cannot be zeroed. */
function signHash(hash: Hex, key: Uint8Array): Signature {
  const { r, s, recovery } = secp256k1.sign(hexToBytes(hash), key, { lowS: true })
  return {
    r: numberToHex(r, { size: 32 }),
    s: numberToHex(s, { size: 32 }),
    v: 27n + BigInt(recovery),
    yParity: recovery,
  }
}
