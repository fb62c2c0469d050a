import { EmbeddedWalletError, lacksPasskey } from './embedded-wallet-error.ts'

/** Reason why a step of the login failed, for its text. `refused` comes with the service's own sentence. */
export type EmailFailure =
  | { cause: 'invalid' | 'offline' | 'notLoaded' | 'passkey' | 'unknown' }
  | { cause: 'cooldown'; seconds: number }
  | { cause: 'refused'; message: string }

/** Classifies the failure of a login step (R-FRAME-9). */
export function emailFailureOf(error: unknown, isOnline: boolean): EmailFailure {
  if (!(error instanceof EmbeddedWalletError)) {
    return { cause: isOnline ? 'notLoaded' : 'offline' }
  }
  if (lacksPasskey(error)) return { cause: 'passkey' }
  const { failure, message } = error
  if (failure === 'refused') return refused(message)
  if (!isOnline) return { cause: 'offline' }
  return { cause: failure === 'notLoaded' ? 'notLoaded' : 'unknown' }
}

const COOLDOWN_TEXT = /^Please try again after (\d+) seconds/

function refused(message: string): EmailFailure {
  const seconds = COOLDOWN_TEXT.exec(message)?.[1]
  if (seconds !== undefined) return { cause: 'cooldown', seconds: Number(seconds) }
  return message.includes('Invalid email') ? { cause: 'invalid' } : { cause: 'refused', message }
}
