import { BaseError } from '@bullring/errors/base-error'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error whose answer is known. */
export abstract class HttpError extends BaseError {
  abstract readonly status: ContentfulStatusCode
  /** What the caller reads; the message unless that is for the operator. */
  readonly shown: string = this.message
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
