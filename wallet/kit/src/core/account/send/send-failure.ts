import { classifyFailure } from '#core/failure/classify-failure.ts'
import { UnexpectedDecimalsError } from './check-decimals.ts'

/** Key of the text that a user reads when a transfer was not sent (R-SEND-6). */
export type SendFailure =
  | 'declined'
  | 'insufficientFunds'
  | 'notAsShown'
  | 'unsupportedChain'
  | 'unreachable'
  | 'outcomeUnknown'
  | 'failed'

/** Returns the key of the text for a failed transfer. */
export function sendFailureOf(error: unknown): SendFailure {
  if (error instanceof UnexpectedDecimalsError) return 'notAsShown'
  const { kind } = classifyFailure(error)
  if (kind === 'rejected') return 'declined'
  if (kind === 'chainNotSupported' || kind === 'chainUnknown') return 'unsupportedChain'
  if (kind === 'insufficientFunds' || kind === 'outcomeUnknown') return kind
  return kind === 'unreachable' || kind === 'timeout' ? 'unreachable' : 'failed'
}
