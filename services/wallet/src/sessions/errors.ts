import { defineHttpError } from '@bullring/server/http/http-error'

/** The chain has no index of sessions, or the service no bundler. */
export const SessionsNotOfferedError = defineHttpError({
  name: 'SessionsNotOfferedError',
  code: 'sessions.not-offered',
  status: 404,
  message: 'Sessions of keys are not offered here.',
})

/** The call names another account than the path, or its key did not sign it. */
export const UnsignedCallError = defineHttpError({
  name: 'UnsignedCallError',
  code: 'sessions.unsigned-call',
  status: 401,
  message: 'The key of the session has not signed this call for the account.',
})

/** The bundler refuses a call or revocation. */
export const SessionRefusedError = defineHttpError({
  name: 'SessionRefusedError',
  code: 'sessions.refused',
  status: 409,
  message: (reason: string) => `This cannot be sent: ${reason}`,
})
