import { POSITION_HEADER, positionsText } from '@bullring/game-api/positions'
import { shareNext } from '@bullring/server/share-next'
import type { MiddlewareHandler } from 'hono'
import type { MarketTables } from '../../db/market-tables.ts'
import type { Database } from '../../db/open-database.ts'
import { outsideRequests } from '../../db/request-connections.ts'
import { newestPositions } from '../../stream/postgres/stream.queries.ts'

/**
 * Adds the journal positions of all markets to responses: read after their data, so that a client which then requests
 * these positions from another process gets nothing older.
 */
export function positionHeader(
  open: () => readonly { config: MarketTables }[],
  db: Database,
): MiddlewareHandler {
  const markets = () => open().map(({ config }) => config)
  const readPositions = shareNext(() => outsideRequests(() => newestPositions(db, markets())))
  return async (c, next) => {
    await next()
    if (c.res.status !== 200) return
    c.res.headers.set(POSITION_HEADER, positionsText(await readPositions()))
  }
}
