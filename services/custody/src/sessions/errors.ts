import { defineHttpError } from '@bullring/server/http/http-error'

/** The account has a wallet, and its owner has not approved this device. */
export const DeviceNotApprovedError = defineHttpError({
  name: 'DeviceNotApprovedError',
  code: 'session.device-not-approved',
  status: 403,
  message: 'This device is not approved yet. Open the link in your mail first.',
})
