import { DEVICE_HEADERS, SERVER_TIME_HEADER } from '@bullring/login-api/device-signature'
import { baseHeaders } from '@bullring/server/http/base-headers'
import { ForeignOriginError } from '@bullring/server/http/errors'
import { handleErrors } from '@bullring/server/http/handle-errors'
import { noStoreByDefault } from '@bullring/server/http/no-store'
import { originGuard } from '@bullring/server/http/origin-guard'
import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import type { Operation } from '@bullring/server/operations/operation'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import { vaultDocument } from './vault-document.ts'

export type AppOptions = {
  operations: {
    /** Health and metrics, for the operator's programs. */
    system: readonly Operation[]
    /** Operations for the frame. */
    api: readonly Operation[]
    /** Pages for people, which the API's description leaves out. */
    pages: readonly Operation[]
  }
  /** Origins of the frame: the only pages that may call the service. */
  frameOrigins: readonly string[]
  /** Middleware in front of `api`. */
  rules: readonly MiddlewareHandler[]
  log: Logger
}

/** Puts the service's routes together: one place for headers, origins and errors. */
export function createApp({ operations, frameOrigins, rules, log }: AppOptions): Hono {
  const { system, api, pages } = operations
  const app = new Hono()
  app.use(baseHeaders)
  app.route('/', operationRoutes(system))
  app.route('/', openapiRoutes(vaultDocument([...api, ...system])))
  // In front of the API: their forms are posted by the service's own pages.
  for (const { path } of pages) app.use(path, ...rules, originGuard([]))
  app.route('/', operationRoutes(pages))
  app.use(
    cors({
      origin: [...frameOrigins],
      allowMethods: ['POST'],
      allowHeaders: ['content-type', ...Object.values(DEVICE_HEADERS)],
      exposeHeaders: ['retry-after', SERVER_TIME_HEADER],
      maxAge: 600,
    }),
  )
  app.use(refuseForeignOrigins(frameOrigins))
  for (const rule of rules) app.use(rule)
  app.use(noStoreByDefault)
  app.route('/', operationRoutes(api))
  handleErrors(app, log)
  return app
}

/** Programs send no origin. What they send must be signed by a device like everything else. */
function refuseForeignOrigins(frameOrigins: readonly string[]): MiddlewareHandler {
  return (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && !frameOrigins.includes(origin)) throw new ForeignOriginError()
    return next()
  }
}
