import { classifyFailure } from '#core/failure/classify-failure.ts'

/** Key of the text that a user reads when a transfer was not sent (R-SEND-6). */
export type SendFailure = 'declined' | 'insufficientFunds' | 'unreachable' | 'failed'

/** Returns which text explains why a transfer was not sent. */
export function sendFailureOf(error: unknown): SendFailure {
  const { kind } = classifyFailure(error)
  if (kind === 'rejected') return 'declined'
  if (kind === 'insufficientFunds') return 'insufficientFunds'
  return kind === 'unreachable' || kind === 'timeout' ? 'unreachable' : 'failed'
}
