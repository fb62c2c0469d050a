import { defineHttpError, HttpError } from '@bullring/server/http/http-error'

/**
 * The chain lacks the module, or the service its settings.
 *
 * @remedy Set `START_BLOCK` and `BUNDLER_URL`.
 */
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

/**
 * The bundler or module refuses a call or revocation (`reason`).
 *
 * @remedy Read the session again.
 */
export class SessionRefusedError extends HttpError {
  override readonly name = 'SessionRefusedError'
  readonly code = 'sessions.refused'
  readonly status = 409
  override readonly reason: string | undefined

  /** @param reason - Code of the bundler's error, or name of the module's; undefined for one that is neither. */
  constructor(message: string, reason: string | undefined) {
    super(`This cannot be sent: ${message}`)
    this.reason = reason
  }
}

/**
 * Older blocks are still being read for their sessions.
 *
 * @remedy Try again in minutes.
 */
export const SessionsNotReadyError = defineHttpError({
  name: 'SessionsNotReadyError',
  code: 'sessions.not-ready',
  status: 503,
  isRetryable: true,
  message: 'Sessions of keys are still being read from the chain. Try again in a few minutes.',
})

/** The chain's node lacks the newest block. */
export const LaggingNodeError = defineHttpError({
  name: 'LaggingNodeError',
  code: 'sessions.lagging-node',
  status: 502,
  isRetryable: true,
  message: 'The node of the chain lags behind. Try again.',
})
