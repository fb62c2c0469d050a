import type { MiddlewareHandler } from 'hono'

/** Keeps responses out of HTTP caches: they concern accounts or change with each block. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
}

/** The same, unless the handler decides otherwise for its response. */
export const noStoreByDefault: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}
