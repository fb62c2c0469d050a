import { shareNext } from '@bullring/server/share-next'
import type { Database } from '../../db/open-database.ts'
import { createRounds } from '../../market/rounds.ts'
import { newestPosition, readWrittenChanges } from '../../stream/postgres/stream.queries.ts'
import {
  type MarketReads,
  type MarketView,
  type ReadMarket,
  type ReadSource,
  readStateInTime,
} from './read-source.ts'

/** Reads the database that is written. */
export const oneDatabase: ReadSource = {
  open: ({ db, close }) => ({ db, ofMarket: (market) => readsOf(db, market), close }),
}

function readsOf(db: Database, { contract, now }: ReadMarket): MarketReads {
  const view: MarketView = {
    db,
    rounds: createRounds(db, contract),
    now,
    readChanges: (range) => readWrittenChanges(db, range),
  }
  let position = 0
  return {
    usual: view,
    newest: view,
    position: () => position,
    newestPosition: shareNext(() => newestPosition(db)),
    readState: async () => {
      const state = await readStateInTime(db)
      if (state !== null) position = state.position
      return { state, retryMs: null }
    },
    onNotified: () => undefined,
    onReported: (reported) => {
      position = reported
    },
  }
}
