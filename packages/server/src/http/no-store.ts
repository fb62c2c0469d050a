import type { MiddlewareHandler } from 'hono'

/**
 * Keeps responses out of HTTP caches: they concern accounts or change with each block. A handler may decide
 * otherwise for its response.
 */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}
