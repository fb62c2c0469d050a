import { shareNext } from '@bullring/server/share-next'
import { POSITION_HEADER, positionsText } from '@bullring/wire/game-api/positions'
import type { MiddlewareHandler } from 'hono'
import type { Database } from '../db/open-database.ts'
import { newestPosition } from '../stream/stream.queries.ts'
import type { MarketView } from './market-runtime.ts'

/**
 * Adds the journal position to responses: read after their data, so that a client which then asks another process for
 * that position gets nothing older.
 */
export function positionHeader(open: () => readonly MarketView[]): MiddlewareHandler {
  const readers = new WeakMap<Database, () => Promise<number>>()
  const readerOf = (db: Database) => {
    const reader = readers.get(db) ?? shareNext(() => newestPosition(db))
    readers.set(db, reader)
    return reader
  }
  return async (c, next) => {
    await next()
    if (c.res.status !== 200) return
    const positions = await Promise.all(
      open().map(
        async ({ marketConfig, db }) => [marketConfig.symbol, await readerOf(db)()] as const,
      ),
    )
    c.res.headers.set(POSITION_HEADER, positionsText(new Map(positions)))
  }
}
