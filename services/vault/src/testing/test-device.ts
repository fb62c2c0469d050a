import { randomInt } from 'node:crypto'
import { createResponseCheck, type ResponseCheck } from '@bullring/server/testing/response-check'
import type { P256PublicKey } from '@bullring/wire/embedded/byte-fields'
import {
  type DeviceKeys,
  deviceIdOf,
  devicePublicKey,
  generateDeviceKeys,
  signDeviceRequest,
} from '@bullring/wire/embedded/device-signature'
import { FRAME_ORIGIN, type TestVault } from './start-test-vault.ts'

/** A browser with the keys of a device. */
export type TestDevice = {
  id: string
  keys: DeviceKeys
  /** Address from which it calls. */
  ip: string
  /** POSTs a signed request; `headers` win. */
  post: (path: string, body: object, headers?: Record<string, string>) => Promise<TestResponse>
}

/** A response with its JSON. */
export type TestResponse = { status: number; headers: Headers; body: Record<string, unknown> }

/** Creates a device that calls from another IP address than the others. */
export async function createTestDevice(vault: TestVault): Promise<TestDevice> {
  const keys = await generateDeviceKeys()
  const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return {
    id: await deviceIdOf(await devicePublicKey(keys)),
    keys,
    ip,
    post: async (path, value, headers) => {
      const body = JSON.stringify(value)
      const time = Math.floor(Date.now() / 1_000)
      const request = {
        method: 'POST',
        path,
        time,
        body,
        token: null,
        origin: 'https://app.example',
      }
      const response = await fetch(`${vault.url}${path}`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          origin: FRAME_ORIGIN,
          'x-forwarded-for': ip,
          ...(await signDeviceRequest(keys, request)),
          ...headers,
        },
      })
      await (await checkOf(vault.url))('post', path, response)
      const json = (await response.json()) as Record<string, unknown>
      return { status: response.status, headers: response.headers, body: json }
    },
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

const checks = new Map<string, Promise<ResponseCheck>>()

/** Fails for responses that the service's OpenAPI document does not describe. */
function checkOf(url: string): Promise<ResponseCheck> {
  const check =
    checks.get(url) ??
    fetch(`${url}/openapi.json`)
      .then((response) => response.json() as Promise<object>)
      .then(createResponseCheck)
  checks.set(url, check)
  return check
}
