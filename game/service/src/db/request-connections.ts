import { AsyncLocalStorage } from 'node:async_hooks'
import type { LoadShedder } from '@bullring/server/limits/load-shedder'
import type { PostgresPool } from 'kysely'

type Request = { hasConnected: boolean }

/** Null for work that belongs to no request. */
const current = new AsyncLocalStorage<Request | null>()

/**
 * Runs `handle` as one request: its first connection to a database waits for its turn, or is refused. Further ones go
 * before those of other requests.
 */
export function asRequest<result>(handle: () => result): result {
  return current.run({ hasConnected: false }, handle)
}

/** Runs `read`, which requests share, so that it neither waits for their turn nor is refused. */
export function outsideRequests<result>(read: () => result): result {
  return current.run(null, read)
}

/**
 * Limits the connections that requests hold at once. A request holds one while a query runs, which can be far less than its
 * own time. Loops, probes and live events are not limited.
 */
export function limitRequests(
  pool: PostgresPool,
  shedder: Pick<LoadShedder, 'acquire'>,
): PostgresPool {
  const connect = async (request: Request) => {
    const leave = await shedder.acquire(request.hasConnected)
    request.hasConnected = true
    try {
      const client = await pool.connect()
      const { release } = client
      client.release = (destroy) => {
        release.call(client, destroy)
        leave()
      }
      return client
    } catch (error) {
      leave()
      throw error
    }
  }
  return {
    options: pool.options,
    connect: () => {
      const request = current.getStore()
      return request ? connect(request) : pool.connect()
    },
    end: () => pool.end(),
  }
}
