import { fromBase64Url, toBase64Url } from './base64url.ts'
import { bytesField, P256PublicKey } from './byte-fields.ts'
import { sha256 } from './sha256.ts'

/**
 * Requests signed by a device: every call of the embedded wallet's frame to its two services carries a signature by a
 * key that never leaves the browser (as RFC 9449 does), so that a stolen session token is useless elsewhere. This
 * module runs in browsers and in Node.
 */

/** Headers of a signed request. */
export const DEVICE_HEADERS = {
  /** {@link P256PublicKey} as JSON in base64url. */
  key: 'device-key',
  /** ECDSA with SHA-256 over {@link deviceRequestText}, r and s, in base64url. */
  signature: 'device-signature',
  /** Unix seconds. */
  time: 'device-time',
  /** Valid once, see {@link NonceField}. */
  nonce: 'device-nonce',
  /** Origin of the app that embeds the frame; the frame's own origin on its dashboard. */
  origin: 'device-origin',
} as const

/** Header of a response that refuses a request for its time: the server's clock in Unix seconds. */
export const SERVER_TIME_HEADER = 'server-time'

/** Largest difference between the time of a request and the server's clock. */
export const MAX_CLOCK_SKEW_S = 60

const NONCE_BYTES = 16

/** Valid once. */
export const NonceField = bytesField(NONCE_BYTES)

/** Parts of a request that its device signs. */
export type DeviceRequest = {
  method: string
  /** Origin of the service: no service can pass a request on to the other. */
  audience: string
  /** Path with query, as the server receives it. */
  path: string
  /** Unix seconds. */
  time: number
  nonce: string
  /** The exact text of the body. */
  body: string
  /** Session token; null before login. */
  token: string | null
  /** Origin of the app that embeds the frame. */
  origin: string
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
/** Returns the text that a device signs for a request, one field per line. */
async function deviceRequestText(request: DeviceRequest): Promise<string> {
  const { method, audience, path, time, nonce, body, token, origin } = request
  return [
    'bullring device request 2',
    audience,
    `${method.toUpperCase()} ${path}`,
    String(time),
    nonce,
    await sha256(body),
    token ?? '',
    origin,
  ].join('\n')
}

type Key = InstanceType<typeof CryptoKey>

/** Key pair of a device as WebCrypto holds it. */
export type DeviceKeys = { privateKey: Key; publicKey: Key }

/** Generates the key pair of a device. The private key cannot be exported. */
export function generateDeviceKeys(): Promise<DeviceKeys> {
  return crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
}

/** Returns the public key of a device as a JWK. */
export async function devicePublicKey({
  publicKey,
}: Pick<DeviceKeys, 'publicKey'>): Promise<P256PublicKey> {
  return P256PublicKey.parse(await crypto.subtle.exportKey('jwk', publicKey))
}

/** Returns the id of a device: the thumbprint of its key (RFC 7638). */
export function deviceIdOf(key: P256PublicKey): Promise<string> {
  return sha256(canonicalKey(key))
}

/**
 * Signs a request.
 *
 * @returns Its further headers, among them `authorization` if there is a token.
 */
export async function signDeviceRequest(
  keys: DeviceKeys,
  request: Omit<DeviceRequest, 'nonce'>,
): Promise<Record<string, string>> {
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))
  const text = new TextEncoder().encode(await deviceRequestText({ ...request, nonce }))
  const signature = await crypto.subtle.sign(SIGNATURE, keys.privateKey, text)
  const key = new TextEncoder().encode(canonicalKey(await devicePublicKey(keys)))
  return {
    [DEVICE_HEADERS.key]: toBase64Url(key),
    [DEVICE_HEADERS.signature]: toBase64Url(new Uint8Array(signature)),
    [DEVICE_HEADERS.time]: String(request.time),
    [DEVICE_HEADERS.nonce]: nonce,
    [DEVICE_HEADERS.origin]: request.origin,
    ...(request.token !== null && { authorization: `Bearer ${request.token}` }),
  }
}

/** Reads the key in the {@link DEVICE_HEADERS} of a request. Returns null when it is missing or invalid. */
export function readDeviceKey(header: string): P256PublicKey | null {
  try {
    return P256PublicKey.parse(JSON.parse(new TextDecoder().decode(fromBase64Url(header))))
  } catch {
    return null
  }
}

/**
 * Returns whether a device signed a request.
 *
 * @param signature - The value of the header.
 */
export async function verifyDeviceSignature(
  key: P256PublicKey,
  signature: string,
  request: DeviceRequest,
): Promise<boolean> {
  try {
    const publicKey = await crypto.subtle.importKey('jwk', key, ALGORITHM, false, ['verify'])
    const text = new TextEncoder().encode(await deviceRequestText(request))
    return await crypto.subtle.verify(SIGNATURE, publicKey, fromBase64Url(signature), text)
  } catch {
    // The key is no point of the curve, or the signature no base64url.
    return false
  }
}

/** Returns the members in the order of their names, as RFC 7638 hashes them. */
function canonicalKey({ crv, kty, x, y }: P256PublicKey): string {
  return JSON.stringify({ crv, kty, x, y })
}
