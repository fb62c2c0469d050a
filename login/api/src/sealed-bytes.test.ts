import { expect, test } from 'vitest'
import { P256PublicKey } from './byte-fields.ts'
import { openSealed, seal } from './sealed-bytes.ts'

const SHARE = Uint8Array.from({ length: 21 }, (_, index) => index)

async function createDevice() {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  return {
    privateKey,
    publicKey: P256PublicKey.parse(await crypto.subtle.exportKey('jwk', publicKey)),
  }
}

test('only the holder of the key opens sealed bytes, in their context', async () => {
  const [device, other] = await Promise.all([createDevice(), createDevice()])
  const sealed = await seal(SHARE, device.publicKey, 'wallet 1')
  expect(await openSealed(sealed, device.privateKey, 'wallet 1')).toEqual(SHARE)
  await expect(openSealed(sealed, other.privateKey, 'wallet 1')).rejects.toThrow()
  await expect(openSealed(sealed, device.privateKey, 'wallet 2')).rejects.toThrow()
})

test('error: altered bytes do not open', async () => {
  const device = await createDevice()
  const sealed = await seal(SHARE, device.publicKey, 'wallet 1')
  const first = sealed.ciphertext.startsWith('A') ? 'B' : 'A'
  const altered = { ...sealed, ciphertext: first + sealed.ciphertext.slice(1) }
  await expect(openSealed(altered, device.privateKey, 'wallet 1')).rejects.toThrow()
})

test('sealing twice yields different bytes', async () => {
  const device = await createDevice()
  const first = await seal(SHARE, device.publicKey, 'wallet 1')
  const second = await seal(SHARE, device.publicKey, 'wallet 1')
  expect(first.ciphertext).not.toBe(second.ciphertext)
})
