import { BETS_FROM_HEADER } from '@bullring/game-api/bets-from'
import { POSITION_HEADER } from '@bullring/game-api/positions'
import { baseHeaders } from '@bullring/server/http/base-headers'
import { compressJson } from '@bullring/server/http/compress-json'
import { handleErrors } from '@bullring/server/http/handle-errors'
import { limitBody } from '@bullring/server/http/limit-body'
import { noStore } from '@bullring/server/http/no-store'
import { originGuard } from '@bullring/server/http/origin-guard'
import { MISSING_MARKETS_HEADER } from '@bullring/wire/fields'
import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import { NotReadyError } from './errors.ts'

export type AppDeps = {
  /** Routes under /api, closed until `hasIndex`. */
  api: readonly Hono[]
  /** Other routes. */
  system: readonly Hono[]
  /** Routes to other services, which check origins themselves. */
  forwarded?: readonly Hono[]
  /** Web app, if this process serves one. */
  pages: MiddlewareHandler | null
  /** True once the index has reached the head of the chain. */
  hasIndex: () => boolean
  allowedOrigins: readonly string[]
  /** Limits the uncached requests per IP address; the cache counts the others. */
  rateLimit?: MiddlewareHandler
  /** Refuses uncached requests that would wait too long for a connection to the database. */
  limitConnections?: MiddlewareHandler
  log: Logger
}

/** Paths whose requests cost queries. */
const LIMITED = ['/api/*', '/config.json', '/operator/*'] as const

/** Assembles the service's routes: the one place for headers, origins and errors. */
export function createApp(deps: AppDeps): Hono {
  const { api, system, forwarded = [], pages, hasIndex, allowedOrigins, log } = deps
  const app = new Hono()
  app.use(baseHeaders, compressJson)
  for (const routes of forwarded) app.route('/', routes)
  app.use(originGuard(allowedOrigins))
  if (allowedOrigins.length > 0) {
    const exposeHeaders = [MISSING_MARKETS_HEADER, BETS_FROM_HEADER, POSITION_HEADER, 'retry-after']
    app.use('/api/*', cors({ origin: [...allowedOrigins], exposeHeaders }))
  }
  app.use('/operator/*', async (c, next) => {
    await next()
    c.header('x-robots-tag', 'noindex')
  })
  app.use('/api/*', noStore, (_, next) => {
    if (!hasIndex()) throw new NotReadyError()
    return next()
  })
  if (deps.rateLimit) for (const path of LIMITED) app.use(path, deps.rateLimit)
  app.use('/api/*', limitBody())
  if (deps.limitConnections) for (const path of LIMITED) app.use(path, deps.limitConnections)
  for (const routes of [...api, ...system]) app.route('/', routes)
  if (pages !== null) app.use(pages)

  handleErrors(app, log)
  return app
}
