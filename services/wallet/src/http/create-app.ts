import { answerErrors } from '@bullring/server/http/answer-errors'
import { baseHeaders } from '@bullring/server/http/base-headers'
import { compressJson } from '@bullring/server/http/compress-json'
import { noStore } from '@bullring/server/http/no-store'
import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import { type AccessRules, checkOrigin, checkProjectId } from './access.ts'

export type AppParts = {
  /** Health and metrics, for programs of the operator. */
  system: readonly Hono[]
  /** Pictures: `img` elements cannot name a project, and there is nothing to protect. */
  images: Hono
  /** Everything else. */
  api: readonly Hono[]
  access: AccessRules
  /** What every call passes before it is answered. */
  rules: readonly MiddlewareHandler[]
  log: Logger
}

/** Puts the service's routes together: one place for headers, origins, keys and errors. */
export function createApp({ system, images, api, access, rules, log }: AppParts): Hono {
  const app = new Hono()
  app.use(baseHeaders, compressJson)
  for (const routes of system) app.route('/', routes)
  // Every page may read every answer, errors above all: whether it is served is told by status and
  // text. No answer depends on cookies.
  app.use(
    cors({
      origin: '*',
      allowHeaders: ['content-type', 'authorization', 'cache-control'],
      exposeHeaders: ['retry-after'],
      maxAge: 600,
    }),
  )
  for (const rule of [...rules, checkOrigin(access)]) app.use(rule)
  app.route('/', images)
  app.use(checkProjectId(access))
  app.use(noStore)
  for (const routes of api) app.route('/', routes)
  answerErrors(app, log)
  return app
}
