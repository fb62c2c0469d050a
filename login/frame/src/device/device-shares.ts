import type { Share } from '#keys/shares.ts'
import type { Device } from './device.ts'
import type { FrameStorage } from './frame-storage.ts'

type StoredShare = {
  iv: Uint8Array<ArrayBuffer>
  ciphertext: ArrayBuffer
  /** Whether the core is known to hold the other half. */
  isConfirmed: boolean
}

/** This device's half of its wallets' keys, encrypted in the browser's storage. */
export type DeviceShares = {
  read: (walletId: string) => Promise<{ share: Share; isConfirmed: boolean } | undefined>
  /** Stores a share of which the core may not have the other half yet. */
  write: (walletId: string, share: Share) => Promise<void>
  /** Notes that the core holds the other half of the stored share. */
  confirm: (walletId: string) => Promise<void>
  /** Notes that the core may hold the half of another share: the next login checks it. */
  doubt: (walletId: string) => Promise<void>
}

/** Creates the {@link DeviceShares} of a device. */
export function createDeviceShares(storage: FrameStorage, device: Device): DeviceShares {
  const parametersOf = (walletId: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`device share|${walletId}|${device.id}`),
  })
  const note = async (walletId: string, isConfirmed: boolean) => {
    const stored = (await storage.get('shares', walletId)) as StoredShare | undefined
    if (stored) await storage.put('shares', walletId, { ...stored, isConfirmed })
  }
  return {
    read: async (walletId) => {
      const stored = (await storage.get('shares', walletId)) as StoredShare | undefined
      if (stored === undefined) return undefined
      const parameters = parametersOf(walletId, stored.iv)
      const share = await crypto.subtle.decrypt(parameters, device.wrap, stored.ciphertext)
      return { share: new Uint8Array(share), isConfirmed: stored.isConfirmed }
    },
    write: async (walletId, share) => {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const ciphertext = await crypto.subtle.encrypt(parametersOf(walletId, iv), device.wrap, share)
      const stored: StoredShare = { iv, ciphertext, isConfirmed: false }
      await storage.put('shares', walletId, stored)
    },
    confirm: (walletId) => note(walletId, true),
    doubt: (walletId) => note(walletId, false),
  }
}
