import { BaseError } from '@bullring/errors/base-error'
import { defineHttpError } from './http-error.ts'

/** The body is not JSON, is over 64 levels deep, or has half a surrogate pair. */
export const MalformedJsonError = defineHttpError({
  name: 'MalformedJsonError',
  code: 'wire.malformed-json',
  status: 400,
  message: 'The body is not valid JSON.',
})

/**
 * The request comes from a page of another origin.
 *
 * @remedy Add it to `GAME_ALLOWED_ORIGINS`; behind a proxy, forward `Host`.
 */
export const ForeignOriginError = defineHttpError({
  name: 'ForeignOriginError',
  code: 'http.foreign-origin',
  status: 403,
  message: 'Pages of this origin may not call the service.',
})

/**
 * The host is not `localhost`, an IP address, the public URL's or an allowed origin's.
 *
 * @remedy Set `…_PUBLIC_URL`; behind a proxy, forward `Host`.
 */
export const UnknownHostError = defineHttpError({
  name: 'UnknownHostError',
  code: 'http.unknown-host',
  status: 421,
  message: (urlVariable: string) =>
    `This host is not served here. If it is yours, name it in ${urlVariable}.`,
})

/** No route has this path. */
export const UnknownPathError = defineHttpError({
  name: 'UnknownPathError',
  code: 'http.unknown-path',
  status: 404,
  message: 'There is nothing at this path.',
})

/** The path does not take this method (`Allow` lists others). */
export const MethodNotAllowedError = defineHttpError({
  name: 'MethodNotAllowedError',
  code: 'http.method-not-allowed',
  status: 405,
  message: (allowed: readonly string[]) => `This path takes ${allowed.join(', ')}.`,
  headers: (allowed) => ({ allow: allowed.join(', ') }),
})

/** The body is over 16 KiB (wallet service: 64 KiB, JSON-RPC 1 MiB). */
export const BodyTooLargeError = defineHttpError({
  name: 'BodyTooLargeError',
  code: 'http.body-too-large',
  status: 413,
  message: (maxBytes: number) => `The body may have ${maxBytes} bytes at most.`,
})

/** The body is not `application/json`. */
export const UnsupportedMediaTypeError = defineHttpError({
  name: 'UnsupportedMediaTypeError',
  code: 'http.unsupported-media-type',
  status: 415,
  message: 'The body must be sent as application/json.',
})

/**
 * A caller exceeded its rate limit, or has over 30 requests waiting for a mailed link.
 *
 * @remedy Operators: `RATE_LIMIT_PER_MINUTE`; behind a proxy, `TRUST_PROXY`.
 */
export const RateLimitedError = defineHttpError({
  name: 'RateLimitedError',
  code: 'http.rate-limited',
  status: 429,
  isRetryable: true,
  message: (secondsLeft: number) => `Too many requests. Try again in ${secondsLeft} s.`,
  headers: (secondsLeft) => ({ 'retry-after': String(secondsLeft) }),
})

/**
 * More reads than the database serves within a second, or leaderboards of days of one IP address ([ADR
 * 37](adr/0037-shared-limits.md)).
 *
 * @remedy If `bullring_reads_shed_total` keeps rising, look for slow statements, or add an API node or replica.
 */
export const OverloadedError = defineHttpError({
  name: 'OverloadedError',
  code: 'service.overloaded',
  status: 503,
  isRetryable: true,
  message: (seconds: number) => `The service is busy. Try again in ${seconds} s.`,
  headers: (seconds) => ({ 'retry-after': String(seconds) }),
})

/** `WALLET_SERVICE_URL` does not respond. */
export const WalletServiceUnreachableError = defineHttpError({
  name: 'WalletServiceUnreachableError',
  code: 'wallet.service-unreachable',
  status: 502,
  isRetryable: true,
  message: 'The wallet service does not respond. Try again in a moment.',
})

/**
 * The address is in use, or not permitted.
 *
 * @remedy Change `PORT` ([runbook](runbooks/port-taken.md)).
 */
export class CannotListenError extends BaseError {
  override readonly name = 'CannotListenError'
  readonly code = 'http.cannot-listen'

  constructor(address: string, options: { cause: Error }) {
    const reason = 'code' in options.cause ? String(options.cause.code) : options.cause.name
    super(`Cannot listen on ${address} (${reason}).`, options)
  }
}

/**
 * A request would leave the public internet, or lacks https.
 *
 * @remedy Only configured targets may be local.
 */
export class RefusedTargetError extends BaseError {
  override readonly name = 'RefusedTargetError'
  readonly code = 'http.refused-target'

  constructor(reason: string) {
    super(`The request was not sent: ${reason}.`)
  }
}

/**
 * 128 names of strangers are being resolved.
 *
 * @remedy None: it is retried when needed.
 */
export class LookupLimitError extends BaseError {
  override readonly name = 'LookupLimitError'
  readonly code = 'http.lookup-limit'
  override readonly isRetryable = true

  constructor() {
    super('The request was not sent: too many names are being resolved. Try again in a moment.')
  }
}

/**
 * Another server sent an error, a redirect or too large a body.
 *
 * @remedy Check its URL.
 */
export class UnusableResponseError extends BaseError {
  override readonly name = 'UnusableResponseError'
  readonly code = 'http.unusable-response'
  override readonly isRetryable = true

  constructor(reason: string) {
    super(`Another server sent an unusable response: ${reason}.`)
  }
}
