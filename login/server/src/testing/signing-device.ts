import { randomInt } from 'node:crypto'
import {
  type DeviceKeys,
  deviceIdOf,
  devicePublicKey,
  generateDeviceKeys,
  signDeviceRequest,
} from '@bullring/login-api/device-signature'
import { createResponseCheck, type ResponseCheck } from '@bullring/server/testing/response-check'

/** Origin of the app in which the test devices' frame is embedded. */
export const APP_ORIGIN = 'https://app.example'

/** A response with its JSON. */
export type DeviceResponse = { status: number; headers: Headers; body: Record<string, unknown> }

export type PostOptions = {
  /** Session token. */
  token?: string | null
  /** Win over the device's own. */
  headers?: Readonly<Record<string, string>>
}

/** A browser with the keys of a device. */
export type SigningDevice = {
  id: string
  keys: DeviceKeys
  /** Address from which it calls. */
  ip: string
  /** POSTs a signed request. Fails for a response that the service's OpenAPI document does not describe. */
  post: (path: string, body: object, options?: PostOptions) => Promise<DeviceResponse>
}

export type SigningDeviceOptions = {
  /** Current address of the service. */
  baseUrl: () => string
  /** Origin of the page that calls the service. */
  pageOrigin: string
  /** Public origin of the service, by default its address. */
  audience?: string
  /** Origin of the app that the device names, by default {@link APP_ORIGIN}. */
  appOrigin?: string
  /** The device's clock, by default the real one. */
  nowMs?: () => number
}

/** Creates a device that calls from another IP address than the others. The service trusts one proxy. */
export async function createSigningDevice(options: SigningDeviceOptions): Promise<SigningDevice> {
  const { baseUrl, pageOrigin, appOrigin = APP_ORIGIN, audience, nowMs = Date.now } = options
  const keys = await generateDeviceKeys()
  const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return {
    id: await deviceIdOf(await devicePublicKey(keys)),
    keys,
    ip,
    post: async (path, value, { token = null, headers } = {}) => {
      const body = JSON.stringify(value)
      const time = Math.floor(nowMs() / 1_000)
      const request = {
        method: 'POST',
        path,
        time,
        body,
        token,
        origin: appOrigin,
        audience: audience ?? new URL(baseUrl()).origin,
      }
      const response = await fetch(`${baseUrl()}${path}`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          origin: pageOrigin,
          'x-forwarded-for': ip,
          ...(await signDeviceRequest(keys, request)),
          ...headers,
        },
      })
      await (await checkOf(baseUrl()))('post', path, response)
      const json = (await response.json()) as Record<string, unknown>
      return { status: response.status, headers: response.headers, body: json }
    },
  }
}

const checks = new Map<string, Promise<ResponseCheck>>()

function checkOf(url: string): Promise<ResponseCheck> {
  const check =
    checks.get(url) ??
    fetch(`${url}/openapi.json`)
      .then((response) => response.json() as Promise<object>)
      .then(createResponseCheck)
  checks.set(url, check)
  return check
}
