import { BaseError, type ErrorCode } from '@bullring/errors/base-error'
import type { Problem } from '@bullring/wire/http/problem'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error with a defined HTTP response. */
export abstract class HttpError extends BaseError {
  abstract readonly status: ContentfulStatusCode
  /** `detail` of the response: the message, unless that is for the operator only. */
  readonly shown: string = this.message
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>> = {}
  /** `reason` of the response. */
  readonly reason: Problem['reason'] = undefined
  /** `reasons` of the response. */
  readonly reasons: Problem['reasons'] = undefined
}

type Definition = {
  /** Name of the class. */
  name: string
  code: ErrorCode
  status: ContentfulStatusCode
  isRetryable?: boolean
}

type FixedError = new (options?: ErrorOptions) => HttpError
type ParameterizedError<args extends unknown[]> = new (...args: args) => HttpError

/**
 * Declares an HTTP error class whose instances differ in their message at most.
 *
 * @example
 * export const UnknownNonceError = defineHttpError({
 *   name: 'UnknownNonceError',
 *   code: 'siwx.unknown-nonce',
 *   status: 401,
 *   message: 'This sign-in message was used before or is too old. Sign a new one.',
 * })
 * throw new UnknownNonceError({ cause })
 *
 * @example
 * export const UnknownChainError = defineHttpError({
 *   name: 'UnknownChainError',
 *   code: 'chain.not-served',
 *   status: 404,
 *   message: (chainId: number) => `Chain ${chainId} is not served.`,
 * })
 * throw new UnknownChainError(97)
 */
export function defineHttpError(definition: Definition & { message: string }): FixedError
export function defineHttpError<args extends unknown[]>(
  definition: Definition & {
    message: (...args: args) => string
    headers?: (...args: args) => Readonly<Record<string, string>>
  },
): ParameterizedError<args>
export function defineHttpError({
  name,
  code,
  status,
  message,
  headers,
  isRetryable = false,
}: Definition & {
  message: string | ((...args: unknown[]) => string)
  headers?: (...args: unknown[]) => Readonly<Record<string, string>>
}): ParameterizedError<unknown[]> {
  return class extends HttpError {
    override readonly name = name
    readonly code = code
    readonly status = status
    override readonly isRetryable = isRetryable
    override readonly headers: Readonly<Record<string, string>>

    constructor(...args: unknown[]) {
      if (typeof message === 'string') super(message, args[0] as ErrorOptions | undefined)
      else super(message(...args))
      this.headers = headers?.(...args) ?? {}
    }
  }
}
