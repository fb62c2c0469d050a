import { randomBytes, utf8ToBytes } from '@noble/hashes/utils'
import { afterEach, expect, test, vi } from 'vitest'
import { library } from './library.ts'
import {
  ed25519PublicKey,
  ed25519Sign,
  hkdf,
  sha256,
  x25519PublicKey,
  x25519SharedSecret,
} from './primitives.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(['with WebCrypto', 'without it'])(
  'makes the same keys, hashes and signatures %s',
  async (way) => {
    if (way === 'without it') vi.stubGlobal('crypto', {})
    const [seed, peer] = [bytesFrom(1), bytesFrom(2)]
    const peerPublicKey = library.x25519PublicKey(peer)
    const message = utf8ToBytes('hello')
    expect(await x25519PublicKey(seed)).toEqual(library.x25519PublicKey(seed))
    expect(await x25519SharedSecret(seed, peerPublicKey)).toEqual(
      library.x25519SharedSecret(seed, peerPublicKey),
    )
    expect(await sha256(message)).toEqual(library.sha256(message))
    expect(await hkdf(seed)).toEqual(library.hkdf(seed))
    expect(await ed25519PublicKey(seed)).toEqual(library.ed25519PublicKey(seed))
    expect(await ed25519Sign(seed, message)).toEqual(library.ed25519Sign(seed, message))
  },
)

test('error: a public key that yields no secret', async () => {
  await expect(x25519SharedSecret(randomBytes(32), new Uint8Array(32))).rejects.toThrow()
})

function bytesFrom(first: number): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_byte, index) => (index * 37 + first) % 256)
}
