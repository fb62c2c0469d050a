import type { MiddlewareHandler } from 'hono'

/** Keeps answers out of caches: they are about accounts, or change with each block. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
}
