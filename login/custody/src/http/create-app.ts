import { baseHeaders } from '@bullring/server/http/base-headers'
import { compressJson } from '@bullring/server/http/compress-json'
import { handleErrors } from '@bullring/server/http/handle-errors'
import { noStoreByDefault } from '@bullring/server/http/no-store'
import { originGuard } from '@bullring/server/http/origin-guard'
import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import type { Operation } from '@bullring/server/operations/operation'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import { custodyDocument } from './custody-document.ts'
import { SDK_PATH } from './sdk-path.ts'

export type AppOptions = {
  /** Health and metrics, for the operator's programs. */
  system: readonly Operation[]
  /** The API of the frame. */
  api: readonly Operation[]
  /** Pages for people, which the API's description leaves out. */
  pages: readonly Operation[]
  /** The built frame. */
  frame: readonly MiddlewareHandler[]
  /** Middleware in front of API and pages. */
  rules: readonly MiddlewareHandler[]
  publicOrigin: string
  log: Logger
}

/** Puts the service's routes together. No page of another origin may call or read anything: there is no CORS. */
export function createApp({
  system,
  api,
  pages,
  frame,
  rules,
  publicOrigin,
  log,
}: AppOptions): Hono {
  const app = new Hono()
  app.use(framableSdk, baseHeaders, compressJson)
  app.route('/', operationRoutes(system))
  app.route('/', openapiRoutes(custodyDocument([...api, ...system])))
  app.use(accessLog(log))
  for (const rule of rules) app.use(rule)
  app.use(originGuard([publicOrigin]))
  app.use('/core/*', noStoreByDefault)
  app.route('/', operationRoutes([...api, ...pages]))
  for (const handler of frame) app.use(handler)
  handleErrors(app, log)
  return app
}

/** Logs each request by its route: paths carry tokens of mailed links, and bodies carry shares. */
function accessLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const startMs = performance.now()
    await next()
    const route = matchedRoutes(c).findLast(({ path }) => !path.includes('*'))?.path ?? 'other'
    const durationMs = Math.round(performance.now() - startMs)
    log.info({ method: c.req.method, route, status: c.res.status, durationMs }, 'request')
  }
}

/** The page's policy names the pages that may frame it, which `x-frame-options` cannot. */
const framableSdk: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.path === SDK_PATH) c.res.headers.delete('x-frame-options')
}
