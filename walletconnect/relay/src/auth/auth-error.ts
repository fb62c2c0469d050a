import { CLOSE_CODES, ProtocolError } from '../protocol-error.ts'

/** Texts by which clients and wallet modals recognise a refusal, by tag. */
const REASONS = {
  ProjectIdNotSpecified: 'Unauthorized: invalid key: project ID not specified',
  ProjectNotFound: 'Unauthorized: invalid key',
  OriginNotAllowed: 'Unauthorized: origin not allowed',
  MissingJwt: 'Unauthorized: missing JWT',
  InvalidJwt: 'JWT validation error',
} as const

/**
 * The relay refuses a client, with HTTP 401 or close code 3000 and a reason.
 *
 * @remedy `audience`: `RELAY_AUDIENCES`; `not yet valid`, `expired`: a clock; `invalid key`:
 * `RELAY_PROJECT_IDS`; `origin`: `RELAY_ALLOWED_ORIGINS`.
 */
export class AuthError extends ProtocolError {
  override readonly name = 'AuthError'
  readonly code = 'relay.unauthorized'
  readonly rpcCode = CLOSE_CODES.unauthorized
  readonly tag: keyof typeof REASONS

  constructor(tag: keyof typeof REASONS, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? REASONS[tag] : `${REASONS[tag]}: ${detail}`, options)
    this.tag = tag
  }
}
