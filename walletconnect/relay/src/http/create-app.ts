import { baseHeaders } from '@bullring/server/http/base-headers'
import { handleErrors } from '@bullring/server/http/handle-errors'
import { noStoreByDefault } from '@bullring/server/http/no-store'
import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import type { Operation } from '@bullring/server/operations/operation'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import { ATTESTATION_PATH } from './attestation.operations.ts'
import { relayDocument } from './relay-document.ts'

export type AppOptions = {
  operations: readonly Operation[]
  /** Origins of pages that may call; empty for any. */
  origins: readonly string[]
  log: Logger
}

/** Puts the service's HTTP routes together. */
export function createApp({ operations, origins, log }: AppOptions): Hono {
  const app = new Hono()
  app.use(framedAttestation, baseHeaders)
  // Calls carry no cookies, and are authenticated by their token.
  app.use('/rpc', cors({ origin: origins.length === 0 ? '*' : [...origins] }))
  // Official wallets ask a verify server about other attestations; without a reply that they may read, they wait.
  for (const path of ['/v3/public-key', '/attestation/*']) app.use(path, cors())
  app.use(noStoreByDefault)
  app.route('/', operationRoutes(operations))
  app.route('/', openapiRoutes(relayDocument(operations)))
  handleErrors(app, log)
  return app
}

/** Pages of any app embed it. */
const framedAttestation: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.path === ATTESTATION_PATH) c.res.headers.delete('x-frame-options')
}
