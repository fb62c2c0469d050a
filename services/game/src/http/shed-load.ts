import type { LoadShedder } from '@bullring/server/limits/load-shedder'
import type { MiddlewareHandler } from 'hono'

/** Live connections hold no connection to the database while they are open. */
const UNLIMITED = '/api/stream'

/**
 * Refuses requests that the database could not answer soon. Needs `limitBody` before it: the body is read first, so that
 * a caller who sends slowly takes no one's place.
 */
export function shedLoad(shedder: Pick<LoadShedder, 'run'>): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.path === UNLIMITED) return next()
    await c.req.text()
    await shedder.run(next)
  }
}
