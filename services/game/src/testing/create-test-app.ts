import type { Hono } from 'hono'
import { pino } from 'pino'
import { createApp } from '../http/create-app.ts'

/** Posts a JSON body to a path. */
export type Post = (path: string, body: unknown) => Promise<Response>

/** Puts `routes` alone into an app, behind all that every call passes. */
export function createTestApp(routes: Hono): Post {
  const app = createApp({
    api: [routes],
    system: [],
    pages: null,
    hasIndex: () => true,
    allowedOrigins: [],
    log: pino({ level: 'silent' }),
  })
  return async (path, body) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
}
