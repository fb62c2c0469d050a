import { expect, test } from 'vitest'
import { loadDevice } from './device.ts'
import { createDeviceShares } from './device-shares.ts'
import { createMemoryStorage, type FrameStorage } from './frame-storage.ts'

const WALLET = '00000000-0000-4000-8000-000000000001'
const OTHER_WALLET = '00000000-0000-4000-8000-000000000002'
const newShare = () => crypto.getRandomValues(new Uint8Array(21))

/** All bytes that are stored for a wallet's share, as text. */
async function storedShare(storage: FrameStorage): Promise<string> {
  const stored = (await storage.get('shares', WALLET)) as Record<string, unknown>
  return Object.values(stored)
    .flatMap((value) => {
      if (value instanceof ArrayBuffer) return [new Uint8Array(value)]
      return value instanceof Uint8Array ? [value] : []
    })
    .map((bytes) => Array.from(bytes).join())
    .join('|')
}

test('no private key of a device can be exported', async () => {
  const { sign, ecdh, wrap } = await loadDevice(createMemoryStorage())
  for (const key of [sign.privateKey, ecdh.privateKey, wrap]) {
    expect(key.extractable).toBe(false)
    for (const format of ['raw', 'jwk', 'pkcs8'] as const) {
      await expect(crypto.subtle.exportKey(format, key)).rejects.toThrow()
    }
  }
})

test('a device remains the same as long as its storage does', async () => {
  const storage = createMemoryStorage()
  const [first, second] = await Promise.all([loadDevice(storage), loadDevice(storage)])
  expect(second.id).toBe(first.id)
  expect((await loadDevice(createMemoryStorage())).id).not.toBe(first.id)
})

test('a share is stored encrypted, differently each time', async () => {
  const storage = createMemoryStorage()
  const shares = createDeviceShares(storage, await loadDevice(storage))
  const share = newShare()
  await shares.write(WALLET, share)
  const stored = await storedShare(storage)
  expect(stored).not.toBe('')
  // Four bytes of it in a row would be no coincidence.
  for (let start = 0; start + 4 <= share.length; start += 1) {
    expect(`,${stored.replaceAll('|', ',')},`).not.toContain(
      `,${share.slice(start, start + 4).join()},`,
    )
  }
  expect((await shares.read(WALLET))?.share).toEqual(share)
  await shares.write(WALLET, share)
  expect(await storedShare(storage)).not.toBe(stored)
})

test('error: a stored share opens for its wallet, on its device', async () => {
  const storage = createMemoryStorage()
  const device = await loadDevice(storage)
  const shares = createDeviceShares(storage, device)
  await shares.write(WALLET, newShare())
  await storage.put('shares', OTHER_WALLET, await storage.get('shares', WALLET))
  await expect(shares.read(OTHER_WALLET)).rejects.toThrow()
  const elsewhere = createDeviceShares(storage, { ...device, id: 'another device' })
  await expect(elsewhere.read(WALLET)).rejects.toThrow()
  const other = await loadDevice(createMemoryStorage())
  const withOtherKey = createDeviceShares(storage, { ...device, wrap: other.wrap })
  await expect(withOtherKey.read(WALLET)).rejects.toThrow()
})
