import { ed25519 } from '@noble/curves/ed25519'
import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils'
import { bytesToBase58, bytesToBase64Url } from '../crypto/bytes.ts'

/** Multicodec prefix of an Ed25519 public key. */
const ED25519_PREFIX = Uint8Array.of(0xed, 0x01)

const DAY_S = 86_400
const SUBJECT_BYTES = 32

/** Returns a new seed of a client's identity, in hex digits. */
export function newIdentitySeed(): string {
  return bytesToHex(ed25519.utils.randomPrivateKey())
}

/** Returns the `did:key` by which the relay knows a client: the address of its mailboxes. */
function clientDid(seed: string): string {
  const publicKey = ed25519.getPublicKey(hexToBytes(seed))
  return `did:key:z${bytesToBase58(concatBytes(ED25519_PREFIX, publicKey))}`
}

/**
 * Signs the token with which a client connects.
 *
 * @param audience - The relay's URL exactly as configured.
 */
export function signToken(seed: string, audience: string, nowMs: number): string {
  const iat = Math.floor(nowMs / 1_000)
  const claims = {
    iss: clientDid(seed),
    sub: bytesToHex(randomBytes(SUBJECT_BYTES)),
    aud: audience,
    iat,
    exp: iat + DAY_S,
  }
  const content = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  const signature = ed25519.sign(utf8ToBytes(content), hexToBytes(seed))
  return `${content}.${bytesToBase64Url(signature)}`
}

function encode(value: unknown): string {
  return bytesToBase64Url(utf8ToBytes(JSON.stringify(value)))
}
