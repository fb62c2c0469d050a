import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import {
  type DeviceCheck,
  type RequestDevice,
  verifyDeviceRequest,
} from './verify-device-request.ts'

/** Name of the OpenAPI security scheme of signed requests. */
export const DEVICE_SCHEME = 'device'

/** OpenAPI security scheme of signed requests. */
export const DEVICE_SECURITY = {
  type: 'apiKey',
  in: 'header',
  name: 'device-signature',
  description:
    'Signature by the key of the device, with the headers device-key, device-time, device-nonce and device-origin.',
} as const

const devices = new WeakMap<Context, RequestDevice>()

/** Returns an operation for signed requests only. Its handler calls {@link deviceOf}. */
export function withDevice(operation: Operation, check: DeviceCheck): Operation {
  return {
    ...operation,
    errors: [...new Set([...operation.errors, 401, 403])],
    security: [DEVICE_SCHEME, ...(operation.security ?? [])],
    handle: async (c) => {
      devices.set(c, await verifyDeviceRequest(c, check))
      return await operation.handle(c)
    },
  }
}

/** Returns the device that signed the request of an operation of {@link withDevice}. */
export function deviceOf(c: Context): RequestDevice {
  const device = devices.get(c)
  if (device === undefined) throw new Error('The operation does not check the device')
  return device
}
