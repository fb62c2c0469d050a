import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils'
import { bytesToBase58, bytesToBase64Url } from '../crypto/bytes.ts'
import { ed25519PublicKey, ed25519Sign } from '../crypto/primitives.ts'

/** Multicodec prefix of an Ed25519 public key. */
const ED25519_PREFIX = Uint8Array.of(0xed, 0x01)

const DAY_S = 86_400
const SUBJECT_BYTES = 32
const SEED_BYTES = 32

/** Returns a new seed of a client's identity, in hex digits. */
export function newIdentitySeed(): string {
  return bytesToHex(randomBytes(SEED_BYTES))
}

/** Returns the `did:key` by which the relay knows a client: the address of its mailboxes. */
async function clientDid(seed: string): Promise<string> {
  const publicKey = await ed25519PublicKey(hexToBytes(seed))
  return `did:key:z${bytesToBase58(concatBytes(ED25519_PREFIX, publicKey))}`
}

/**
 * Signs the token with which a client connects.
 *
 * @param audience - The relay's URL exactly as configured.
 */
export async function signToken(seed: string, audience: string, nowMs: number): Promise<string> {
  const iat = Math.floor(nowMs / 1_000)
  const claims = {
    iss: await clientDid(seed),
    sub: bytesToHex(randomBytes(SUBJECT_BYTES)),
    aud: audience,
    iat,
    exp: iat + DAY_S,
  }
  const content = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  const signature = await ed25519Sign(hexToBytes(seed), utf8ToBytes(content))
  return `${content}.${bytesToBase64Url(signature)}`
}

function encode(value: unknown): string {
  return bytesToBase64Url(utf8ToBytes(JSON.stringify(value)))
}
