import { SERVER_TIME_HEADER } from '@bullring/login-api/device-signature'
import { defineHttpError } from '@bullring/server/http/http-error'

/** The request has no device's signature, or one that does not match. */
export const BadDeviceSignatureError = defineHttpError({
  name: 'BadDeviceSignatureError',
  code: 'device.bad-signature',
  status: 401,
  message: 'This request is not signed by the device that it names.',
})

/** The time of the request is too far from the server's clock, which the response names. */
export const StaleDeviceRequestError = defineHttpError({
  name: 'StaleDeviceRequestError',
  code: 'device.stale-request',
  status: 401,
  isRetryable: true,
  message: (_serverTime: number) => 'The clock of this device differs from the server’s.',
  headers: (serverTime) => ({ [SERVER_TIME_HEADER]: String(serverTime) }),
})

/** The same signed request was received before. */
export const ReplayedDeviceRequestError = defineHttpError({
  name: 'ReplayedDeviceRequestError',
  code: 'device.replayed-request',
  status: 401,
  message: 'This request was received before.',
})

/** The app that embeds the frame is not one of the configured projects. */
export const UnknownAppOriginError = defineHttpError({
  name: 'UnknownAppOriginError',
  code: 'device.unknown-origin',
  status: 403,
  message: 'This app may not use the wallet.',
})
