import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys that a browser made for its subscription. */
export type BrowserKeys = {
  /** Public key on P-256, uncompressed. */
  p256dh: Buffer
  /** Authentication secret. */
  auth: Buffer
}

/** Every message has this length before encryption, so that its size says nothing about the result. */
const PADDED_BYTES = 512

/** Ends the text of the only, and so the last, record (RFC 8188). */
const LAST_RECORD = Buffer.of(2)

const RECORD_BYTES = 4_096

/**
 * Encrypts a message for a browser: `aes128gcm` with the keys of RFC 8291.
 *
 * @param secrets - Salt and private key, for the test vector of RFC 8291.
 * @throws {Error} when `p256dh` is no point of the curve.
 */
export function encryptMessage(
  text: string,
  { p256dh, auth }: BrowserKeys,
  secrets: { salt?: Buffer; privateKey?: Buffer; paddedBytes?: number } = {},
): Buffer {
  const { salt = randomBytes(16), paddedBytes = PADDED_BYTES } = secrets
  const ours = createECDH('prime256v1')
  if (secrets.privateKey === undefined) ours.generateKeys()
  else ours.setPrivateKey(secrets.privateKey)
  const publicKey = ours.getPublicKey()
  const { key, nonce } = deriveKeys({
    shared: ours.computeSecret(p256dh),
    auth,
    salt,
    publicKeys: Buffer.concat([p256dh, publicKey]),
  })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const plain = Buffer.concat([Buffer.from(text), LAST_RECORD])
  const padding = Buffer.alloc(Math.max(0, paddedBytes - plain.length))
  const encrypted = [cipher.update(plain), cipher.update(padding), cipher.final()]
  return Buffer.concat([header(salt, publicKey), ...encrypted, cipher.getAuthTag()])
}

type KeySources = { shared: Buffer; auth: Buffer; salt: Buffer; publicKeys: Buffer }

/** Derives key and nonce of a message: RFC 8291, section 3.4. */
export function deriveKeys({ shared, auth, salt, publicKeys }: KeySources): {
  key: Buffer
  nonce: Buffer
} {
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKeys])
  const material = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${name}\0`, bytes))
  return { key: derive('aes128gcm', 16), nonce: derive('nonce', 12) }
}

/** RFC 8188, section 2.1: salt, size of a record, and our public key as the key's id. */
function header(salt: Buffer, publicKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_BYTES)
  sizes.writeUInt8(publicKey.length, 4)
  return Buffer.concat([salt, sizes, publicKey])
}
