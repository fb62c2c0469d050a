import { defineHttpError } from '@bullring/server/http/http-error'

/** The device has not begun to change the address, or too long ago. */
export const NoUpdateError = defineHttpError({
  name: 'NoUpdateError',
  code: 'email.no-update',
  status: 409,
  message: 'Please start again with the new email.',
})

/** The new address belongs to another wallet, or is the current one. */
export const EmailInUseError = defineHttpError({
  name: 'EmailInUseError',
  code: 'email.in-use',
  status: 409,
  message: 'This email already has a wallet.',
})
