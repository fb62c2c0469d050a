/** Reason why a call of a session was not made. */
export type CallFailure =
  /** More than is left of the limits. */
  | 'limit'
  | 'expired'
  | 'revoked'
  /** Too many calls within a period. */
  | 'rate'
  /** The round takes no bets any more. */
  | 'locked'
  | 'balance'
  /** The player's own limits, which another tab may have used up since the tap. */
  | 'ownLimit'
  /** No connection: nothing was sent. */
  | 'offline'
  /** The service that sends calls does not respond, so that it may have sent the call or not. */
  | 'unavailable'
  /** The operator pays no more fees today. */
  | 'budget'
  /** Fees of the network exceed the operator's limit. */
  | 'expensive'
  | 'refused'
  /** No block had the call before its deadline, and none can have it later. */
  | 'late'

/** Outcome of a session's call. */
export type CallOutcome = 'made' | CallFailure

/** Failures that end one-tap bets. */
const FINAL: ReadonlySet<CallFailure> = new Set(['limit', 'expired', 'revoked'])

/** Whether no further call of the session can be made. */
export function isFinal(failure: CallFailure): boolean {
  return FINAL.has(failure)
}

/** Whether a call may have been made, or still may be. */
export function mayBeMade(outcome: CallOutcome): boolean {
  return outcome === 'made' || outcome === 'unavailable'
}

/** Names of the module's errors, and codes of the bundler's. */
export const REFUSALS: Readonly<Record<string, CallFailure | 'nonce'>> = {
  ValuePerCallExceeded: 'limit',
  TotalValueExceeded: 'limit',
  Expired: 'expired',
  DeadlinePassed: 'late',
  NotActive: 'revoked',
  TooManyCalls: 'rate',
  WrongNonce: 'nonce',
  'bundler.budget-spent': 'budget',
  'bundler.chain-failed': 'unavailable',
  'bundler.ends-too-soon': 'late',
  'bundler.gas-price-too-high': 'expensive',
  'bundler.not-sponsored': 'budget',
  'bundler.pending-operation': 'nonce',
}

/** Reads why the bundler refuses a call; `nonce` when its node does not know the last call yet. */
export function readRefusal(reason: string | null): CallFailure | 'nonce' {
  return REFUSALS[reason ?? ''] ?? 'refused'
}
