import type { Operation } from '@bullring/server/operations/operation'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { pino } from 'pino'
import { createApp } from '../http/create-app.ts'

/** Posts a JSON body to a path. */
export type Post = (
  path: string,
  body: unknown,
  headers?: Record<string, string>,
) => Promise<Response>

/** Serves `operations` with the middleware of every call. */
export function createTestApp(operations: readonly Operation[]): Post {
  const app = createApp({
    api: [operationRoutes(operations)],
    system: [],
    pages: null,
    hasIndex: () => true,
    allowedOrigins: [],
    log: pino({ level: 'silent' }),
  })
  return async (path, body, headers) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
}
