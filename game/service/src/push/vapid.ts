import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'

/** Identifies this service to push services (RFC 8292). */
export type Vapid = {
  /** Returns the value of the Authorization header for a request to `origin`. */
  authorization: (origin: string, nowMs: number) => Promise<string>
}

/** Keys in base64url, and where push services reach the operator: a `mailto:` or `https:` URL. */
type PushIdentity = { privateKey: string; publicKey: string; contact: string }

/** At most a day is allowed; clocks may differ. */
const VALID_SECONDS = 12 * 60 * 60

/** Creates the operator's identity. */
export function createVapid({ privateKey, publicKey, contact }: PushIdentity): Vapid {
  const key = toKey(privateKey, Buffer.from(publicKey, 'base64url'))
  return {
    authorization: async (origin, nowMs) => {
      const token = await new SignJWT()
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(origin)
        .setExpirationTime(Math.floor(nowMs / 1_000) + VALID_SECONDS)
        .setSubject(contact)
        .sign(key)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}

/** Returns whether a text is a private key on P-256: 32 bytes in base64url. */
export function isPushKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false
  try {
    return publicPoint(text).length === 65
  } catch {
    return false
  }
}

/** Returns the public key of a private one, as browsers take it. */
export function publicPushKey(privateKey: string): string {
  return publicPoint(privateKey).toString('base64url')
}

function publicPoint(privateKey: string): Buffer {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey, 'base64url')
  return ecdh.getPublicKey()
}

function toKey(d: string, point: Buffer): KeyObject {
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d,
      x: x.toString('base64url'),
      y: y.toString('base64url'),
    },
  })
}
