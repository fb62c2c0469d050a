import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'

/** Logs each request by its route: paths carry tokens of mailed links, and bodies carry shares. */
export function accessLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const startMs = performance.now()
    await next()
    const route = matchedRoutes(c).findLast(({ path }) => !path.includes('*'))?.path ?? 'other'
    const durationMs = Math.round(performance.now() - startMs)
    log.info({ method: c.req.method, route, status: c.res.status, durationMs }, 'request')
  }
}
