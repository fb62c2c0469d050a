import { ShownError } from '@bullring/approval/errors'
import { USER_REJECTED_MESSAGE } from '@bullring/login-api/frame-messages/replies'
import { fill } from '@bullring/wire/text/fill'
import { PROBLEM_MESSAGES } from '#i18n/problem-messages.ts'

/** An error of the frame, with a message for the user of the app. */
export abstract class FrameError extends ShownError {
  /** Code of the error for the app, where a standard has one. */
  readonly rpcCode: number | undefined = undefined
}

/** The wallet's page only works in a frame of an app. */
export class NoParentError extends FrameError {
  override readonly name = 'NoParentError'
  readonly code = 'frame.no-parent'

  constructor() {
    // R-FRAME-3.
    super('W3mFrame: parent is not set')
  }
}

/** The request needs a login at this site. */
export class NotSignedInError extends FrameError {
  override readonly name = 'NotSignedInError'
  readonly code = 'frame.not-signed-in'

  constructor() {
    super(PROBLEM_MESSAGES['frame.not-signed-in'])
  }
}

/** No login waits for this code or approval. */
export class NoPendingLoginError extends FrameError {
  override readonly name = 'NoPendingLoginError'
  readonly code = 'frame.no-pending-login'

  constructor() {
    super(PROBLEM_MESSAGES['frame.no-pending-login'])
  }
}

/** Cancelled, window closed, or replaced by a newer request. */
export class UserRejectedError extends FrameError {
  override readonly name = 'UserRejectedError'
  readonly code = 'frame.user-rejected'

  constructor() {
    super(USER_REJECTED_MESSAGE)
  }
}

/** The wallet lacks the method or network. */
export class NotSupportedError extends FrameError {
  override readonly name = 'NotSupportedError'
  readonly code = 'frame.not-supported'
}

/** Codes of EIP-5792. */
const CALLS_CODES = { capability: 5_700, duplicateId: 5_720, unknownId: 5_730, tooLarge: 5_740 }

/**
 * A reason of EIP-5792: 5700 capability, 5720 used id, 5730 unknown id, 5740 too many.
 *
 * @remedy For 5720, read the status or choose another id.
 */
export class CallsError extends FrameError {
  override readonly name = 'CallsError'
  readonly code = 'frame.calls'
  override readonly rpcCode: number

  constructor(reason: keyof typeof CALLS_CODES, message: string) {
    super(message)
    this.rpcCode = CALLS_CODES[reason]
  }
}

/** The page lacks HTTPS or storage. */
export class UnusableBrowserError extends FrameError {
  override readonly name = 'UnusableBrowserError'
  readonly code = 'frame.unusable-browser'
}

/**
 * The core names itself or another vault than the page: one party would get both halves of every key.
 *
 * @remedy Set `VAULT_PUBLIC_URL` and [stamp the page](custody.md#which-vault-the-page-calls).
 */
export class WrongVaultError extends FrameError {
  override readonly name = 'WrongVaultError'
  readonly code = 'frame.wrong-vault'

  constructor() {
    super(PROBLEM_MESSAGES['frame.wrong-vault'])
  }
}

/**
 * The shares are not this account's key. Nothing was signed or stored.
 *
 * @remedy Sign in again.
 */
export class KeyMismatchError extends FrameError {
  override readonly name = 'KeyMismatchError'
  readonly code = 'frame.key-mismatch'

  constructor() {
    super(PROBLEM_MESSAGES['frame.key-mismatch'])
  }
}

/** The browser blocked the window of the login. */
export class PopupBlockedError extends FrameError {
  override readonly name = 'PopupBlockedError'
  readonly code = 'frame.popup-blocked'

  constructor() {
    super('Your browser blocked the window. Allow pop-ups for this page, then try again.')
  }
}

/** The fresh login is another wallet's; the page signed out. */
export class OtherAccountError extends FrameError {
  override readonly name = 'OtherAccountError'
  readonly code = 'frame.other-account'

  constructor() {
    super('That is another account, so you were signed out. Please sign in again.')
  }
}

/** The chain did not take a signed transaction. */
export class TransactionRefusedError extends FrameError {
  override readonly name = 'TransactionRefusedError'
  readonly code = 'frame.transaction-refused'
}

/**
 * The connection failed, or 90 s passed: a sent transaction may still be mined.
 *
 * @remedy Check the activity first.
 */
export class TransactionUnconfirmedError extends FrameError {
  override readonly name = 'TransactionUnconfirmedError'
  readonly code = 'frame.transaction-unconfirmed'
}

/** Text of a {@link TransactionUnconfirmedError}: the transaction was sent, and the response was lost. */
export const CONNECTION_LOST =
  'The connection failed while the transaction was sent. Check your activity before you try again.'

type PasskeyReason = Extract<keyof typeof PROBLEM_MESSAGES, `passkey${string}`>

/**
 * The passkey was not used in time, does not open the wallet, lacks `prf`, or is not allowed in this browser or frame.
 *
 * @remedy Log in on `/dashboard` first.
 */
export class PasskeyError extends FrameError {
  override readonly name = 'PasskeyError'
  readonly code = 'frame.passkey'
  readonly reason: PasskeyReason

  constructor(reason: PasskeyReason, options?: ErrorOptions) {
    super(fill(PROBLEM_MESSAGES[reason], { dashboard: dashboardUrl() }), options)
    this.reason = reason
  }
}

const LACKING: ReadonlySet<string> = new Set<PasskeyReason>([
  'passkeyUnused',
  'passkeyTimedOut',
  'passkeyUnsupported',
  'passkeyBlocked',
  'passkeyNotAsked',
  'passkeyUnknown',
  'passkeyWrong',
])

/** Whether something failed because a passkey of the wallet is not at hand. */
export function needsOtherPasskey(error: unknown): error is PasskeyError {
  return error instanceof PasskeyError && LACKING.has(error.reason)
}

/** Address of the page on which users look after their wallet. */
export function dashboardUrl(): string {
  return new URL('/dashboard', location.origin).href
}
