import { fill } from '@bullring/wire/text/fill'
import type { FailureReason } from '../chain/failure-reason.ts'
import type { TRANSACTION_MESSAGES } from './approval-messages.ts'
import { toVisibleName } from './show-text.ts'

/** A contract can say anything. */
const MAX_ERROR_LENGTH = 120

type Messages = Readonly<Record<keyof typeof TRANSACTION_MESSAGES, string>>

/** Returns why a transaction fails, in one sentence. */
export function failureText(reason: FailureReason, messages: Messages): string {
  switch (reason.kind) {
    case 'rule':
      return messages[reason.error]
    case 'refused':
      return fill(messages.refused, { error: toVisibleName(reason.error, MAX_ERROR_LENGTH) })
    case 'reverted':
      return messages.reverted
    case 'unfunded':
      return messages.tooLow
    case 'unknown':
      return messages.notAccepted
  }
}
