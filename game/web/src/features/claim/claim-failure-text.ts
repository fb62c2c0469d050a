import type { Failure, Revert } from '@bullring/wallet-kit/failure'
import { safe } from '#chain/safe/safe.ts'
import type { ClaimMessages } from './claim-messages.ts'

/** Place of the claim button. R-CLAIM-5 to R-CLAIM-10 give the same failure different texts. */
export type ClaimPlace = 'card' | 'history'

/** A toast about a failed claim. */
export type ClaimFailureText = {
  level: 'info' | 'error'
  text: string
  /** The wallet connection is lost. Reloading the page restores it. */
  needsReload: boolean
}

/** Returns the text of a failed claim (R-CLAIM-4 to R-CLAIM-10). */
export function claimFailureText(
  error: unknown,
  { kind, message, revert }: Failure,
  place: ClaimPlace,
  messages: ClaimMessages,
): ClaimFailureText {
  if (kind === 'outcomeUnknown' && safe() !== null) {
    return { level: 'info', text: messages.inSafe, needsReload: false }
  }
  const isConnectionLost = kind === 'notConnected' || kind === 'noProvider'
  return {
    level: kind === 'rejected' ? 'info' : 'error',
    text: isBarred(revert)
      ? withReason(messages.plainOnly, place, messages)
      : (textOfKind(kind, place, messages) ?? otherText(error, message, place, messages)),
    needsReload: place === 'history' && isConnectionLost,
  }
}

/** Whether a PancakePredictionV2 contract refused an account with code. */
function isBarred(revert: Revert | null): boolean {
  return /^(Proxy contract|Contract) not allowed$/.test(revert?.reason ?? '')
}

/** R-CLAIM-4 to R-CLAIM-6 on a card, R-CLAIM-8 to R-CLAIM-10 in the history. */
function textOfKind(
  kind: Failure['kind'],
  place: ClaimPlace,
  messages: ClaimMessages,
): string | undefined {
  const isCard = place === 'card'
  switch (kind) {
    case 'insufficientGas':
    case 'insufficientFunds':
    case 'reverted':
    case 'replaced':
    case 'notSent':
      return isCard ? messages[kind] : withReason(messages[kind], place, messages)
    case 'outcomeUnknown':
      return messages.outcomeUnknown
    case 'rejected':
      return isCard ? messages.cardRejected : messages.historyRejected
    case 'notConnected':
      return isCard ? messages.cardNotConnected : messages.historyReloading
    case 'noProvider':
      return isCard ? messages.cardNoProvider : messages.historyReloading
    default:
      return undefined
  }
}

/** R-CLAIM-7 on a card, R-CLAIM-10 in the history. */
function otherText(
  error: unknown,
  message: string,
  place: ClaimPlace,
  messages: ClaimMessages,
): string {
  if (place === 'history' && !(error instanceof Error)) return messages.historyNoError
  if (message !== '') return withReason(message, place, messages)
  return place === 'card' ? messages.cardUnknown : messages.historyUnknown
}

function withReason(reason: string, place: ClaimPlace, messages: ClaimMessages): string {
  return place === 'card' ? messages.cardOther({ reason }) : messages.historyOther({ reason })
}
