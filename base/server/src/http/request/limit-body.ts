import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { BodyTooLargeError } from '../errors/errors.ts'

/** Longest body of an API request unless the operation says otherwise (R-API-16). */
const MAX_BYTES = 16 * 1_024

/**
 * Rejects longer bodies, whatever the headers declare.
 *
 * @throws {BodyTooLargeError}
 */
export function limitBody(maxBytes = MAX_BYTES): MiddlewareHandler {
  const fail = () => {
    throw new BodyTooLargeError(maxBytes)
  }
  const limitChunked = bodyLimit({ maxSize: maxBytes, onError: fail })
  return (c, next) => {
    const length = c.req.header('content-length')
    const isChunked = length === undefined || c.req.header('transfer-encoding') !== undefined
    // `bodyLimit` opens the body, which keeps @hono/node-server from draining a rejected one: the
    // connection would break. A declared length is enforced by node:http.
    if (isChunked) return limitChunked(c, next)
    return Number(length) > maxBytes ? fail() : next()
  }
}
