import { baseHeaders } from '@bullring/server/http/base-headers'
import { compressJson } from '@bullring/server/http/compress-json'
import { handleErrors } from '@bullring/server/http/handle-errors'
import { noStoreByDefault } from '@bullring/server/http/no-store'
import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import type { Operation } from '@bullring/server/operations/operation'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { CLOUD_AUTH_PATH } from '@bullring/wallet-api/siwx/cloud-auth'
import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import { type AccessRules, checkOrigin, checkProjectId, withKeyInBody } from './access.ts'
import { walletDocument } from './wallet-document.ts'

/** Operations of the service, by who may call them. */
export type WalletOperations = {
  /** Health and metrics, for the operator's programs. */
  system: readonly Operation[]
  /** Operations for pages and programs of any origin, without a project id. */
  open: readonly Operation[]
  /** Operations without a project id: `img` elements and webhooks cannot name one, and wallet kits name none to register a name. */
  keyless: readonly Operation[]
  /** Pages for people, which the API's description leaves out. */
  pages: readonly Operation[]
  /** Operations with the project id in the query. */
  api: readonly Operation[]
  /** Operations with the project id in the query or, where kits send it, in the JSON body. */
  bodyKey: readonly Operation[]
}

export type AppOptions = {
  operations: WalletOperations
  access: AccessRules
  /** Middleware in front of everything but `system`. */
  rules: readonly MiddlewareHandler[]
  log: Logger
}

/** Puts the service's routes together: one place for headers, origins, project ids and errors. */
export function createApp({ operations, access, rules, log }: AppOptions): Hono {
  const { system, open, keyless, pages, api, bodyKey } = operations
  const app = new Hono()
  app.use(baseHeaders, compressJson)
  app.route('/', operationRoutes(system))
  app.route(
    '/',
    openapiRoutes(walletDocument([...open, ...keyless, ...api, ...bodyKey, ...system])),
  )
  // Every page may read every response, errors included: status and text say whether it is served. No
  // response depends on cookies.
  app.use(
    cors({
      origin: '*',
      allowHeaders: ['content-type', 'authorization', 'cache-control', 'x-nonce-jwt'],
      exposeHeaders: ['retry-after'],
      maxAge: 600,
    }),
  )
  for (const rule of rules) app.use(rule)
  app.route('/', operationRoutes(open))
  app.use(checkOrigin(access))
  app.use(noStoreByDefault)
  app.route('/', operationRoutes([...keyless, ...pages]))
  app.route('/', operationRoutes(bodyKey.map((each) => withKeyInBody(each, access))))
  app.use(checkProjectId(access))
  app.route('/', operationRoutes(api))
  handleErrors(app, log, { plainTextPath: CLOUD_AUTH_PATH })
  return app
}
