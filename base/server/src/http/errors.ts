import { BaseError } from '@bullring/errors/base-error'
import { defineHttpError } from './http-error.ts'

/** The body is not JSON. */
export const MalformedJsonError = defineHttpError({
  name: 'MalformedJsonError',
  code: 'wire.malformed-json',
  status: 400,
  message: 'The body is not valid JSON.',
})

/** The request comes from a page of another origin. */
export const ForeignOriginError = defineHttpError({
  name: 'ForeignOriginError',
  code: 'http.foreign-origin',
  status: 403,
  message: 'Pages of this origin may not call the service.',
})

/** The request is for a host that is not ours. The operator's variable with our URL can name it. */
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

/** The path exists, but not for this method. */
export const MethodNotAllowedError = defineHttpError({
  name: 'MethodNotAllowedError',
  code: 'http.method-not-allowed',
  status: 405,
  message: (allowed: readonly string[]) => `This path takes ${allowed.join(', ')}.`,
  headers: (allowed) => ({ allow: allowed.join(', ') }),
})

/** The body is longer than the operation accepts. */
export const BodyTooLargeError = defineHttpError({
  name: 'BodyTooLargeError',
  code: 'http.body-too-large',
  status: 413,
  message: (maxBytes: number) => `The body may have ${maxBytes} bytes at most.`,
})

/** The content type of the body is not JSON. */
export const UnsupportedMediaTypeError = defineHttpError({
  name: 'UnsupportedMediaTypeError',
  code: 'http.unsupported-media-type',
  status: 415,
  message: 'The body must be sent as application/json.',
})

/** A caller exceeded its rate limit. */
export const RateLimitedError = defineHttpError({
  name: 'RateLimitedError',
  code: 'http.rate-limited',
  status: 429,
  isRetryable: true,
  message: (secondsLeft: number) => `Too many requests. Try again in ${secondsLeft} s.`,
  headers: (secondsLeft) => ({ 'retry-after': String(secondsLeft) }),
})

/** More requests than the database can answer soon. */
export const OverloadedError = defineHttpError({
  name: 'OverloadedError',
  code: 'service.overloaded',
  status: 503,
  isRetryable: true,
  message: (seconds: number) => `The service is busy. Try again in ${seconds} s.`,
  headers: (seconds) => ({ 'retry-after': String(seconds) }),
})

/** The wallet service does not respond. */
export const WalletServiceUnreachableError = defineHttpError({
  name: 'WalletServiceUnreachableError',
  code: 'wallet.service-unreachable',
  status: 502,
  isRetryable: true,
  message: 'The wallet service does not respond. Try again in a moment.',
})

/** The address is in use, or this process may not listen on it. */
export class CannotListenError extends BaseError {
  override readonly name = 'CannotListenError'
  readonly code = 'http.cannot-listen'

  constructor(address: string, options: { cause: Error }) {
    const reason = 'code' in options.cause ? String(options.cause.code) : options.cause.name
    super(`Cannot listen on ${address} (${reason}).`, options)
  }
}

/** A request to another server would leave the public internet. */
export class RefusedTargetError extends BaseError {
  override readonly name = 'RefusedTargetError'
  readonly code = 'http.refused-target'

  constructor(reason: string) {
    super(`The request was not sent: ${reason}.`)
  }
}

/** The process is resolving as many names of strangers as it may. */
export class LookupLimitError extends BaseError {
  override readonly name = 'LookupLimitError'
  readonly code = 'http.lookup-limit'
  override readonly isRetryable = true

  constructor() {
    super('The request was not sent: too many names are being resolved. Try again in a moment.')
  }
}

/** Another server sent a response that is not used. */
export class UnusableResponseError extends BaseError {
  override readonly name = 'UnusableResponseError'
  readonly code = 'http.unusable-response'
  override readonly isRetryable = true

  constructor(reason: string) {
    super(`Another server sent an unusable response: ${reason}.`)
  }
}
