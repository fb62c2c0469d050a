import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** Identifies this service to push services (RFC 8292). */
export type Vapid = {
  /** Returns the value of the Authorization header for a request to `origin`. */
  authorization: (origin: string, nowMs: number) => string
}

/** Keys in base64url, and where push services reach the operator: a `mailto:` or `https:` URL. */
type PushIdentity = { privateKey: string; publicKey: string; contact: string }

/** At most a day is allowed; clocks may differ. */
const VALID_SECONDS = 12 * 60 * 60

/**
 * Creates the operator's identity.
 */
export function createVapid({ privateKey, publicKey, contact }: PushIdentity): Vapid {
  const key = toKey(privateKey, Buffer.from(publicKey, 'base64url'))
  const head = encode({ typ: 'JWT', alg: 'ES256' })
  return {
    authorization: (origin, nowMs) => {
      const exp = Math.floor(nowMs / 1_000) + VALID_SECONDS
      const text = `${head}.${encode({ aud: origin, exp, sub: contact })}`
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
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

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
