import type { CallFailure } from '@bullring/client/call-outcome'
import type { OneTapMessages } from '../one-tap-messages.ts'

/** Failures whose text gives the reason alone. */
const REASON_ONLY: ReadonlySet<CallFailure> = new Set<CallFailure>([
  'limit',
  'expired',
  'revoked',
  'rate',
  'budget',
])

/** Returns the text on a failed bet: the reason, and whether anything was staked (R-TAP-5). */
export function callFailureText(
  messages: OneTapMessages,
  failure: CallFailure,
): { text: string; detail?: string } {
  const text = messages[failure]
  return REASON_ONLY.has(failure) ? { text, detail: messages.nothingStaked } : { text }
}
