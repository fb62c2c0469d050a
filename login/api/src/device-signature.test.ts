import { expect, test } from 'vitest'
import { toBase64Url } from './base64url.ts'
import {
  DEVICE_HEADERS,
  type DeviceRequest,
  deviceIdOf,
  devicePublicKey,
  generateDeviceKeys,
  readDeviceKey,
  signDeviceRequest,
  verifyDeviceSignature,
} from './device-signature.ts'

const REQUEST = {
  method: 'POST',
  audience: 'https://wallet.example',
  path: '/core/session/get',
  time: 1_800_000_000,
  body: '{"a":"ä"}',
  token: 't'.repeat(43),
  origin: 'https://game.example',
}

async function signed() {
  const keys = await generateDeviceKeys()
  const headers = await signDeviceRequest(keys, REQUEST)
  const key = readDeviceKey(headers[DEVICE_HEADERS.key] ?? '')
  if (key === null) throw new Error('no key')
  const nonce = headers[DEVICE_HEADERS.nonce] ?? ''
  return { keys, key, headers, nonce, signature: headers[DEVICE_HEADERS.signature] ?? '' }
}

test('a signed request verifies with the key in its headers', async () => {
  const { keys, key, headers, nonce, signature } = await signed()
  expect(key).toEqual(await devicePublicKey(keys))
  expect(headers['authorization']).toBe(`Bearer ${REQUEST.token}`)
  expect(await verifyDeviceSignature(key, signature, { ...REQUEST, nonce })).toBe(true)
})

test.each<Partial<DeviceRequest>>([
  { method: 'GET' },
  { audience: 'https://vault.example' },
  { path: '/core/session/close' },
  { time: REQUEST.time + 1 },
  { nonce: 'A'.repeat(22) },
  { body: '{"a":"b"}' },
  { token: null },
  { token: 'u'.repeat(43) },
  { origin: 'https://evil.example' },
])('error: a request changed by %j does not verify', async (change) => {
  const { key, nonce, signature } = await signed()
  const request = { ...REQUEST, nonce, ...change }
  expect(await verifyDeviceSignature(key, signature, request)).toBe(false)
})

test('error: another key, a point off the curve and garbage do not verify', async () => {
  const { key, nonce, signature } = await signed()
  const request = { ...REQUEST, nonce }
  const other = await signed()
  expect(await verifyDeviceSignature(other.key, signature, request)).toBe(false)
  expect(await verifyDeviceSignature({ ...key, x: 'A'.repeat(43) }, signature, request)).toBe(false)
  expect(await verifyDeviceSignature(key, '!', request)).toBe(false)
})

test('the private key cannot be exported', async () => {
  const { privateKey } = await generateDeviceKeys()
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow(/not extractable/)
})

test('deviceIdOf returns the thumbprint of RFC 7638', async () => {
  const { key } = await signed()
  const text = `{"crv":"P-256","kty":"EC","x":"${key.x}","y":"${key.y}"}`
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  expect(await deviceIdOf(key)).toBe(toBase64Url(new Uint8Array(digest)))
})

test.each(['', 'x', toBase64Url(new TextEncoder().encode('{"kty":"RSA"}'))])(
  'error: readDeviceKey returns null for %j',
  (header) => {
    expect(readDeviceKey(header)).toBeNull()
  },
)
