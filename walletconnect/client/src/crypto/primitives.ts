import { concatBytes, hexToBytes } from '@noble/hashes/utils'
import { base64ToBytes } from './bytes.ts'

/** Prefix of the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const PKCS8 = {
  X25519: hexToBytes('302e020100300506032b656e04220420'),
  Ed25519: hexToBytes('302e020100300506032b657004220420'),
} as const

const BITS = 256

/** The point from which a private key makes its public one (RFC 7748). */
const BASE_POINT = Uint8Array.from({ length: 32 }, (_byte, index) => (index === 0 ? 9 : 0))

type Library = typeof import('./library.ts')['library']

/** Uses WebCrypto, which is faster and adds nothing to the page, otherwise a library that is loaded on demand. */
async function run(
  withPlatform: (subtle: SubtleCrypto) => Promise<Uint8Array>,
  withLibrary: (library: Library) => Uint8Array,
): Promise<Uint8Array> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  try {
    if (subtle !== undefined) return await withPlatform(subtle)
  } catch {
    // The platform lacks the algorithm, or refuses the key as the library will.
  }
  const { library } = await import('./library.ts')
  return withLibrary(library)
}

async function importPrivate(
  subtle: SubtleCrypto,
  curve: keyof typeof PKCS8,
  privateKey: Uint8Array,
): Promise<CryptoKey> {
  const usage = curve === 'X25519' ? 'deriveBits' : 'sign'
  const bytes = new Uint8Array(concatBytes(PKCS8[curve], privateKey))
  return await subtle.importKey('pkcs8', bytes, curve, true, [usage])
}

async function derive(
  subtle: SubtleCrypto,
  privateKey: Uint8Array,
  point: Uint8Array,
): Promise<Uint8Array> {
  const [ours, theirs] = await Promise.all([
    importPrivate(subtle, 'X25519', privateKey),
    subtle.importKey('raw', new Uint8Array(point), 'X25519', false, []),
  ])
  return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: theirs }, ours, BITS))
}

export async function x25519PublicKey(privateKey: Uint8Array): Promise<Uint8Array> {
  return await run(
    (subtle) => derive(subtle, privateKey, BASE_POINT),
    (library) => library.x25519PublicKey(privateKey),
  )
}

/** @throws when the peer's key is not a valid one. */
export async function x25519SharedSecret(
  privateKey: Uint8Array,
  peerPublicKey: Uint8Array,
): Promise<Uint8Array> {
  return await run(
    (subtle) => derive(subtle, privateKey, peerPublicKey),
    (library) => library.x25519SharedSecret(privateKey, peerPublicKey),
  )
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return await run(
    async (subtle) => new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(bytes))),
    (library) => library.sha256(bytes),
  )
}

/** Derives 32 bytes from a shared secret: HKDF with SHA-256, without salt or context (RFC 5869). */
export async function hkdf(secret: Uint8Array): Promise<Uint8Array> {
  return await run(
    async (subtle) => {
      const key = await subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, [
        'deriveBits',
      ])
      const empty = new Uint8Array()
      const derivation = { name: 'HKDF', hash: 'SHA-256', salt: empty, info: empty }
      return new Uint8Array(await subtle.deriveBits(derivation, key, BITS))
    },
    (library) => library.hkdf(secret),
  )
}

export async function ed25519PublicKey(seed: Uint8Array): Promise<Uint8Array> {
  return await run(
    async (subtle) => {
      const key = await importPrivate(subtle, 'Ed25519', seed)
      const { x = '' } = await subtle.exportKey('jwk', key)
      return base64ToBytes(x)
    },
    (library) => library.ed25519PublicKey(seed),
  )
}

export async function ed25519Sign(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  return await run(
    async (subtle) => {
      const key = await importPrivate(subtle, 'Ed25519', seed)
      return new Uint8Array(await subtle.sign('Ed25519', key, new Uint8Array(message)))
    },
    (library) => library.ed25519Sign(seed, message),
  )
}
