import type { MiddlewareHandler } from 'hono'

/** Keeps responses out of HTTP caches: they concern accounts or change with each block. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
}
