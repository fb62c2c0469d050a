import type { P256PublicKey } from '@bullring/login-api/byte-fields'
import { type DeviceKeys, devicePublicKey } from '@bullring/login-api/device-signature'
import {
  createSigningDevice,
  type DeviceResponse,
  type SigningDevice,
} from '@bullring/login-server/testing/signing-device'
import { FRAME_ORIGIN, type TestVault } from './start-test-vault.ts'

/** A browser with the keys of a device. */
export type TestDevice = Omit<SigningDevice, 'post'> & {
  /** POSTs a signed request. `headers` win. */
  post: (path: string, body: object, headers?: Record<string, string>) => Promise<DeviceResponse>
}

/** Creates a device that calls from another IP address than the others. */
export async function createTestDevice(vault: Pick<TestVault, 'url'>): Promise<TestDevice> {
  const device = await createSigningDevice({ baseUrl: () => vault.url, pageOrigin: FRAME_ORIGIN })
  return {
    ...device,
    post: (path, body, headers) => device.post(path, body, { ...(headers && { headers }) }),
  }
}

/** Creates the ECDH key pair of a device. */
export async function createEcdhKeys(): Promise<{
  privateKey: DeviceKeys['privateKey']
  publicKey: P256PublicKey
}> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  return { privateKey: pair.privateKey, publicKey: await devicePublicKey(pair) }
}
