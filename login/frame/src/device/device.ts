import {
  type DeviceKeys,
  deviceIdOf,
  devicePublicKey,
  generateDeviceKeys,
} from '@bullring/login-api/device-signature'
import type { FrameStorage } from './frame-storage.ts'

const KEY = 'keys'
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const
const AES = { name: 'AES-GCM', length: 256 } as const

/** The keys of this browser. None of the private ones can be exported. */
type StoredKeys = {
  /** Signs requests to the services. */
  sign: DeviceKeys
  /** Opens what the vault seals to this device. */
  ecdh: CryptoKeyPair
  /** Encrypts the shares in the browser's storage. */
  wrap: CryptoKey
}

/** This browser, as the services know it. */
export type Device = StoredKeys & { id: string }

/** Returns the device of this browser; the first call creates it. */
export async function loadDevice(storage: FrameStorage): Promise<Device> {
  const stored = await storage.get('device', KEY)
  const keys = (stored ??
    (await storage.putIfAbsent('device', KEY, await createKeys()))) as StoredKeys
  return { ...keys, id: await deviceIdOf(await devicePublicKey(keys.sign)) }
}

async function createKeys(): Promise<StoredKeys> {
  const [sign, ecdh, wrap] = await Promise.all([
    generateDeviceKeys(),
    crypto.subtle.generateKey(ECDH, false, ['deriveBits']),
    crypto.subtle.generateKey(AES, false, ['encrypt', 'decrypt']),
  ])
  return { sign, ecdh, wrap }
}
