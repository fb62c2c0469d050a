/** Why a call of a session was not made. */
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
  /** No connection: nothing was sent. */
  | 'offline'
  /** The service that sends calls does not respond, so that it may have sent the call or not. */
  | 'unavailable'
  /** The operator pays no more fees today. */
  | 'budget'
  | 'refused'
  /** It was in no block before its deadline, after which no block can take it. */
  | 'late'

/** How a call of a session ended. */
export type CallOutcome = 'made' | CallFailure

/** Failures that end one-tap bets. */
const FINAL: ReadonlySet<CallFailure> = new Set(['limit', 'expired', 'revoked'])

/** Whether no further call of the session can be made. */
export function isFinal(failure: CallFailure): boolean {
  return FINAL.has(failure)
}

/** Reasons of the module and the bundler, as the wallet service passes them on. */
const REASONS: readonly (readonly [RegExp, CallFailure | 'nonce'])[] = [
  [/Value(?:PerCall)?Exceeded/, 'limit'],
  [/Expired|ends too soon/, 'expired'],
  [/NotActive/, 'revoked'],
  [/TooManyCalls/, 'rate'],
  [/WrongNonce|nonce is pending/, 'nonce'],
  [/budget for fees|does not pay the fees/, 'budget'],
]

/** Reads why the bundler refuses a call; `nonce` when its node does not know the last call yet. */
export function readRefusal(detail: string): CallFailure | 'nonce' {
  return REASONS.find(([pattern]) => pattern.test(detail))?.[1] ?? 'refused'
}
