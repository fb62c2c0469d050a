import { baseHeaders } from '@bullring/server/http/base-headers'
import { compressJson } from '@bullring/server/http/compress-json'
import { ForeignOriginError } from '@bullring/server/http/errors'
import { handleErrors } from '@bullring/server/http/handle-errors'
import { limitBody } from '@bullring/server/http/limit-body'
import { noStore } from '@bullring/server/http/no-store'
import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import { NotReadyError } from './not-ready-error.ts'

export type AppParts = {
  /** Routes under /api, closed until `hasIndex`. */
  api: readonly Hono[]
  /** Other routes. */
  system: readonly Hono[]
  /** Routes to other services, which look at origins themselves. */
  forwarded?: readonly Hono[]
  /** Web app, if this process serves one. */
  pages: MiddlewareHandler | null
  /** True once the index has reached the head of the chain. */
  hasIndex: () => boolean
  allowedOrigins: readonly string[]
  /** What every call under /api passes before it is answered. */
  apiRules?: readonly MiddlewareHandler[]
  log: Logger
}

/** Puts the service's routes together: one place for headers, origins and errors. */
export function createApp(parts: AppParts): Hono {
  const { api, system, forwarded = [], pages, hasIndex, allowedOrigins, apiRules = [], log } = parts
  const app = new Hono()
  app.use(baseHeaders, compressJson)
  for (const routes of forwarded) app.route('/', routes)
  app.use(originGuard(allowedOrigins))
  if (allowedOrigins.length > 0) app.use('/api/*', cors({ origin: [...allowedOrigins] }))
  app.use('/api/*', (_, next) => {
    if (!hasIndex()) throw new NotReadyError()
    return next()
  })
  for (const rule of [noStore, limitBody(), ...apiRules]) app.use('/api/*', rule)
  for (const routes of [...api, ...system]) app.route('/', routes)
  if (pages !== null) app.use(pages)

  handleErrors(app, log)
  return app
}

/** Refuses calls that a page of another site makes in its visitor's name. */
function originGuard(allowedOrigins: readonly string[]): MiddlewareHandler {
  return (c, next) => {
    const origin = c.req.method === 'GET' ? undefined : c.req.header('origin')
    if (origin === undefined || allowedOrigins.includes(origin)) return next()
    if (URL.parse(origin)?.host !== c.req.header('host')) throw new ForeignOriginError()
    return next()
  }
}
