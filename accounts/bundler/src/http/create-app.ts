import { baseHeaders } from '@bullring/server/http/base-headers'
import { handleErrors } from '@bullring/server/http/handle-errors'
import { noStoreByDefault } from '@bullring/server/http/no-store'
import { originGuard } from '@bullring/server/http/origin-guard'
import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import type { Operation } from '@bullring/server/operations/operation'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { bundlerDocument } from './bundler-document.ts'

/** Puts the service's routes together. No page may call it. */
export function createApp(operations: readonly Operation[], log: Logger): Hono {
  const app = new Hono()
  app.use(baseHeaders)
  app.use(originGuard([]))
  app.use(noStoreByDefault)
  app.route('/', operationRoutes(operations))
  app.route('/', openapiRoutes(bundlerDocument(operations)))
  handleErrors(app, log)
  return app
}
