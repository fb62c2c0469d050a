import { BaseError } from '@bullring/errors/base-error'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error whose answer is known. Its message is shown to the caller. */
export abstract class HttpError extends BaseError {
  abstract readonly status: ContentfulStatusCode
  readonly headers: Readonly<Record<string, string>> = {}
}

/** The body is not JSON. */
export class MalformedJsonError extends HttpError {
  override readonly name = 'MalformedJsonError'
  readonly code = 'wire.malformed-json'
  readonly status = 400

  constructor(options?: ErrorOptions) {
    super('The body is not valid JSON.', options)
  }
}

/** A page of another origin called. */
export class ForeignOriginError extends HttpError {
  override readonly name = 'ForeignOriginError'
  readonly code = 'http.foreign-origin'
  readonly status = 403

  constructor() {
    super('Pages of this origin may not call the service.')
  }
}

/** Nothing is at this path. */
export class UnknownPathError extends HttpError {
  override readonly name = 'UnknownPathError'
  readonly code = 'http.unknown-path'
  readonly status = 404

  constructor() {
    super('There is nothing at this path.')
  }
}

/** The path exists, for another method. */
export class MethodNotAllowedError extends HttpError {
  override readonly name = 'MethodNotAllowedError'
  readonly code = 'http.method-not-allowed'
  readonly status = 405
  override readonly headers: Readonly<Record<string, string>>

  constructor(allowed: readonly string[]) {
    super(`This path takes ${allowed.join(', ')}.`)
    this.headers = { allow: allowed.join(', ') }
  }
}

/** The body is longer than the path takes. */
export class BodyTooLargeError extends HttpError {
  override readonly name = 'BodyTooLargeError'
  readonly code = 'http.body-too-large'
  readonly status = 413

  constructor(maxBytes: number) {
    super(`The body may have ${maxBytes} bytes at most.`)
  }
}

/** The body is not declared as JSON. */
export class UnsupportedMediaTypeError extends HttpError {
  override readonly name = 'UnsupportedMediaTypeError'
  readonly code = 'http.unsupported-media-type'
  readonly status = 415

  constructor() {
    super('The body must be sent as application/json.')
  }
}

/** The index has not reached the head of the chain yet. */
export class NotReadyError extends HttpError {
  override readonly name = 'NotReadyError'
  readonly code = 'service.not-ready'
  readonly status = 503
  override readonly isRetryable = true
  override readonly headers = { 'retry-after': '2' }

  constructor() {
    super('The service is still reading the chain. Try again in a moment.')
  }
}

/** No market has this symbol. */
export class UnknownSymbolError extends HttpError {
  override readonly name = 'UnknownSymbolError'
  readonly code = 'market.unknown-symbol'
  readonly status = 404

  constructor() {
    super('There is no market with this symbol.')
  }
}
