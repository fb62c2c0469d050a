import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { type Cacao, readIssuer } from './cacao.ts'
import { writeSignInMessage } from './sign-in-message.ts'

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/
const ADDRESS_BYTES = 20
const R_AND_S_BYTES = 64

/** Returns whether an account with a key has signed a login (EIP-191). Accounts of contracts must be checked on chain. */
export function isSignedByKey(cacao: Cacao): boolean {
  const issuer = readIssuer(cacao.p.iss)
  if (issuer === undefined || cacao.s.t !== 'eip191' || !SIGNATURE.test(cacao.s.s)) return false
  const message = utf8ToBytes(writeSignInMessage(cacao.p))
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`)
  const signature = hexToBytes(cacao.s.s.slice(2))
  // 27 and 28, or 0 and 1.
  const recovery = (signature[R_AND_S_BYTES] ?? 0) % 27
  if (recovery > 1) return false
  try {
    const publicKey = secp256k1.Signature.fromCompact(signature.subarray(0, R_AND_S_BYTES))
      .addRecoveryBit(recovery)
      .recoverPublicKey(keccak_256(concatBytes(prefix, message)))
      .toRawBytes(false)
    const address = bytesToHex(keccak_256(publicKey.subarray(1)).subarray(-ADDRESS_BYTES))
    return issuer.address.toLowerCase() === `0x${address}`
  } catch {
    return false
  }
}
