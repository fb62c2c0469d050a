import type { Epoch } from '@bullring/prediction/units'
import type { DirectBetMessages } from '../direct-bet-messages.ts'
import { parseEpoch } from './epoch-text.ts'

/** The epoch to add, or why it cannot be added. */
export type ClaimCheck = { kind: 'added'; epoch: Epoch } | { kind: 'problem'; text: string }

/** Checks an epoch before it is added to the list (R-DIRECT-6). */
export function checkClaimEpoch(
  epochs: readonly Epoch[],
  text: string,
  messages: DirectBetMessages,
): ClaimCheck {
  const epoch = parseEpoch(text)
  if (epoch === null) return { kind: 'problem', text: messages.claimEpochInvalid }
  if (epochs.includes(epoch)) return { kind: 'problem', text: messages.alreadyAdded({ epoch }) }
  return { kind: 'added', epoch }
}
