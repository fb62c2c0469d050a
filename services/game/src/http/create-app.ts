import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import { errorSummary } from '../chain/error-summary.ts'
import { compressJson } from './compress-json.ts'
import {
  ForeignOriginError,
  MethodNotAllowedError,
  NotReadyError,
  UnknownPathError,
} from './http-error.ts'
import { BASE_HEADERS } from './page-policy.ts'
import { problemOf } from './problem.ts'

export type AppParts = {
  /** Routes under /api, closed until `hasIndex`. */
  api: readonly Hono[]
  /** Other routes. */
  system: readonly Hono[]
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
  const { api, system, pages, hasIndex, allowedOrigins, apiRules = [], log } = parts
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(BASE_HEADERS)) c.header(name, value)
  })
  app.use(compressJson)
  app.use(originGuard(allowedOrigins))
  if (allowedOrigins.length > 0) app.use('/api/*', cors({ origin: [...allowedOrigins] }))
  app.use('/api/*', (_, next) => {
    if (!hasIndex()) throw new NotReadyError()
    return next()
  })
  for (const rule of [noStore, ...apiRules]) app.use('/api/*', rule)
  for (const routes of [...api, ...system]) app.route('/', routes)
  if (pages !== null) app.use(pages)

  app.notFound((c) => {
    const methods = methodsOf(app, c.req.path)
    throw methods.length > 0 ? new MethodNotAllowedError(methods) : new UnknownPathError()
  })
  app.onError((error, c) => {
    const { status, headers, problem } = problemOf(error)
    if (status >= 500 && status !== 503) {
      log.error({ error: errorSummary(error), path: c.req.path }, 'request failed')
      log.debug({ err: error }, 'failed request')
    }
    return c.json(problem, status, {
      ...BASE_HEADERS,
      ...headers,
      'content-type': 'application/problem+json',
    })
  })
  return app
}

/** Answers change with each block. */
const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
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

function methodsOf(app: Hono, path: string): string[] {
  return app.routes
    .filter((route) => route.path === path && route.method !== 'ALL')
    .map((route) => route.method)
}
