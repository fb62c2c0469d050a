import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The index is behind the chain, or a component of `/readyz` is down.
 *
 * @remedy See the [runbooks](runbooks).
 */
export const NotReadyError = defineHttpError({
  name: 'NotReadyError',
  code: 'service.not-ready',
  status: 503,
  isRetryable: true,
  message: () => 'The service is still reading the chain. Try again in a moment.',
  headers: () => ({ 'retry-after': '2' }),
})

/** `GAME_RELAY_SERVICE_URL` does not respond. */
export const RelayUnreachableError = defineHttpError({
  name: 'RelayUnreachableError',
  code: 'relay.unreachable',
  status: 502,
  isRetryable: true,
  message: 'The relay does not respond. Try again in a moment.',
})

/**
 * The signature is another account's, or of another text, chain, market or site.
 *
 * @remedy Sign again, or leave it out of an invitation. Contract wallets sign in.
 */
export const WrongSignatureError = defineHttpError({
  name: 'WrongSignatureError',
  code: 'account.wrong-signature',
  status: 401,
  message: 'The signature is not that of this account for this request.',
})

/**
 * The request needs a proof of its account.
 *
 * @remedy Send `signature`, or a sign-in session's token as `Authorization`.
 */
export const UnprovenAccountError = defineHttpError({
  name: 'UnprovenAccountError',
  code: 'account.unproven',
  status: 401,
  message: 'This needs a signature of the account, or its sign-in session.',
})

/**
 * The request is not the operator's.
 *
 * @remedy Send `OPERATOR_TOKEN` as `Authorization: Bearer`, or the sign-in session of a market's owner.
 */
export const NotOperatorError = defineHttpError({
  name: 'NotOperatorError',
  code: 'operator.required',
  status: 401,
  message: 'This is for the operator of this site.',
})

/** Error statuses of every call under /api: foreign origin, rate limit, index not ready. */
export const API_ERRORS: readonly number[] = [403, 429, 503]
