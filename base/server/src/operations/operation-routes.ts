import { Hono } from 'hono'
import { limitBody } from '../http/request/limit-body.ts'
import type { Operation } from './operation.ts'

/** Routes `operations`, each with the limit of its body. */
export function operationRoutes(operations: readonly Operation[]): Hono {
  const app = new Hono()
  for (const { method, path, aliases = [], body, maxBodyBytes, handle } of operations) {
    const handlers = body === undefined ? [handle] : [limitBody(maxBodyBytes), handle]
    app.on(method.toUpperCase(), [path, ...aliases], ...handlers)
  }
  return app
}
