import { SERVER_TIME_HEADER } from '@bullring/login-api/device-signature'
import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The device's signature is missing or wrong.
 *
 * @remedy A proxy must keep path, body and `device-*` headers.
 */
export const BadDeviceSignatureError = defineHttpError({
  name: 'BadDeviceSignatureError',
  code: 'device.bad-signature',
  status: 401,
  message: 'This request is not signed by the device that it names.',
})

/**
 * The clocks of device and server differ by over a minute.
 *
 * @remedy The frame retries with `server-time`; if many are refused, set the server's clock.
 */
export const StaleDeviceRequestError = defineHttpError({
  name: 'StaleDeviceRequestError',
  code: 'device.stale-request',
  status: 401,
  isRetryable: true,
  message: (_serverTime: number) => 'The clock of this device differs from the server’s.',
  headers: (serverTime) => ({ [SERVER_TIME_HEADER]: String(serverTime) }),
})

/**
 * The same signed request came before.
 *
 * @remedy Let no proxy repeat POST.
 */
export const ReplayedDeviceRequestError = defineHttpError({
  name: 'ReplayedDeviceRequestError',
  code: 'device.replayed-request',
  status: 401,
  message: 'This request was received before.',
})

/**
 * No project lists the app's origin.
 *
 * @remedy Add it in `CUSTODY_PROJECTS`.
 */
export const UnknownAppOriginError = defineHttpError({
  name: 'UnknownAppOriginError',
  code: 'device.unknown-origin',
  status: 403,
  message: 'This app may not use the wallet.',
})
