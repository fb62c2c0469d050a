import { BaseError } from '@bullring/errors/base-error'
import { PASSKEY_LACKING } from '@bullring/login-api/frame-messages/replies'

/** Messages fixed by R-FRAME-3, R-FRAME-9, R-FRAME-10 and R-EMAIL-2. */
const MESSAGES = {
  notLoaded: 'Unable to load email login dependency',
  refused: 'An error occurred',
  timedOut: 'Something went wrong',
  aborted: 'Request was aborted',
} as const

/**
 * Reason why a request to the embedded wallet failed: its frame did not load, replied with an error, did not reply in
 * time, or the user or the app gave up.
 */
export type EmbeddedWalletFailure = keyof typeof MESSAGES

/**
 * The embedded wallet did not load, failed, was closed, or did not respond within 30 s.
 *
 * @remedy Check `CUSTODY_PUBLIC_URL`, and the page's origin in `CUSTODY_PROJECTS`.
 */
export class EmbeddedWalletError extends BaseError {
  override readonly name = 'EmbeddedWalletError'
  readonly code = 'wallet-kit.embedded-wallet-failed'
  readonly failure: EmbeddedWalletFailure
  /** Code of the JSON-RPC error, where a standard has one. */
  readonly rpcCode: number | undefined
  /** Why the frame refused, where it says so by a code. */
  readonly reason: string | undefined

  /** @param reply - The frame's own message, code and reason, where it sent them. */
  constructor(
    failure: EmbeddedWalletFailure,
    reply: { message?: string; code?: number | undefined; reason?: string | undefined } = {},
  ) {
    super(reply.message || MESSAGES[failure])
    this.failure = failure
    this.rpcCode = reply.code
    this.reason = reply.reason
  }
}

/** Whether a login failed because a passkey of the wallet is not at hand. */
export function lacksPasskey(error: unknown): boolean {
  return error instanceof EmbeddedWalletError && error.reason === PASSKEY_LACKING
}
