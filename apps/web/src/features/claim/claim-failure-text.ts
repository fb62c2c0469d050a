import type { Failure, Revert } from '@bullring/wallet-kit/failure'
import type { ClaimMessages } from './claim-messages.ts'

/** Where the visitor claims; R-CLAIM-5 to R-CLAIM-10 give the same failure different texts. */
export type ClaimPlace = 'card' | 'history'

/** A toast about a failed claim. */
export type ClaimFailureText = {
  level: 'info' | 'error'
  text: string
  /** The wallet connection is lost; reloading the page restores it. */
  needsReload: boolean
}

/** Returns the text of a failed claim (R-CLAIM-4 to R-CLAIM-10). */
export function claimFailureText(
  error: unknown,
  { kind, message, revert }: Failure,
  place: ClaimPlace,
  messages: ClaimMessages,
): ClaimFailureText {
  const isConnectionLost = kind === 'notConnected' || kind === 'noProvider'
  return {
    level: kind === 'rejected' ? 'info' : 'error',
    text: isBarred(revert)
      ? messages.failure[place].other(messages.plainOnly)
      : (messages.failure[place].byKind[kind] ?? otherText(error, message, place, messages)),
    needsReload: place === 'history' && isConnectionLost,
  }
}

/** Whether a PancakePredictionV2 contract refused an account with code. */
function isBarred(revert: Revert | null): boolean {
  return /^(Proxy contract|Contract) not allowed$/.test(revert?.reason ?? '')
}

function otherText(
  error: unknown,
  message: string,
  place: ClaimPlace,
  { failure }: ClaimMessages,
): string {
  if (place === 'history' && !(error instanceof Error)) return failure.history.noError
  return message === '' ? failure[place].unknown : failure[place].other(message)
}
