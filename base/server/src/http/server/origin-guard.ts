import type { MiddlewareHandler } from 'hono'
import { ForeignOriginError } from '../errors/errors.ts'

/**
 * Rejects requests that a page of another origin makes on behalf of its visitor.
 *
 * @throws {ForeignOriginError}
 */
export function originGuard(allowedOrigins: readonly string[]): MiddlewareHandler {
  return (c, next) => {
    const origin = c.req.method === 'GET' ? undefined : c.req.header('origin')
    if (origin === undefined || allowedOrigins.includes(origin)) return next()
    if (URL.parse(origin)?.host !== c.req.header('host')) throw new ForeignOriginError()
    return next()
  }
}
