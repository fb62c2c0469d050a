import { bytesToHex, type Hex, hexToBytes, numberToHex, slice } from 'viem'
import {
  type SessionCallContext,
  type SessionSignature,
  sessionCallHash,
} from './session-signatures.ts'

/** WebCrypto's `CryptoKey`, which Node's types declare as a value only. */
type Key = InstanceType<typeof CryptoKey>

/** A key pair whose private key cannot be read, not even by the page that made it. */
export type SessionKey = { privateKey: Key; publicKey: Key }

/** Order of the points of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Creates the key of a session. */
export async function createSessionKey(): Promise<SessionKey> {
  return await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
}

/** Returns the point of a session's key. */
export async function sessionKeyPoint(publicKey: Key): Promise<{ x: Hex; y: Hex }> {
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  // The first byte says that the point is not compressed.
  const point = raw.subarray(1)
  return { x: slice(bytesToHex(point), 0, 32), y: slice(bytesToHex(point), 32) }
}

/** Signs a call with a session's key: ECDSA over SHA-256 of its hash. */
export async function signSessionCall(
  privateKey: Key,
  context: SessionCallContext,
): Promise<SessionSignature> {
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const message = new Uint8Array(hexToBytes(sessionCallHash(context)))
  const raw = bytesToHex(new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, message)))
  const s = BigInt(slice(raw, 32))
  // A signature has two valid values of s. The module accepts the lower one only.
  return [slice(raw, 0, 32), numberToHex(s > ORDER / 2n ? ORDER - s : s, { size: 32 })]
}
