import { setTimeout as sleep } from 'node:timers/promises'
import type { UnixSeconds } from '@bullring/prediction/units'
import { DatabaseSilentError } from '@bullring/server/db/errors'
import type { Connections } from '../../db/open-connections.ts'
import type { Database } from '../../db/open-database.ts'
import { type IndexState, readIndexState } from '../../indexer/write/index-state.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import type { Rounds } from '../../market/rounds.ts'
import type { StreamView } from '../../stream/live-stream.ts'

/** Longest wait for the database before the next attempt. */
const QUERY_LIMIT_MS = 2_000

/** Databases that requests and live events read: the written ones, or replicas of them. */
export type ReadSource = {
  /** @param written - Connections to the tables of `schema`. */
  open: (written: Connections, schema: string | null) => TableReads
}

/** Reads of the tables of one schema. */
export type TableReads = {
  db: Database
  ofMarket: (market: ReadMarket) => MarketReads
  /** May be called again. */
  close: () => Promise<void>
}

/** A market whose index is read. */
export type ReadMarket = {
  symbol: string
  contract: MarketContract
  /** Chain time. */
  now: () => UnixSeconds
}

/** A market as operations and live events read it. */
export type MarketView = StreamView & { rounds: Rounds; now: () => UnixSeconds }

/** Views of a market: `usual`, and `newest`, which reads the written database without caches. */
export type ViewName = 'usual' | 'newest'

/** Reads of a market's index, and their positions. */
export type MarketReads = Record<ViewName, MarketView> & {
  /** Id of the newest change that the usual view is known to have. */
  position: () => number
  /** Reads the id of the newest change in the written database, for the view `newest`. */
  newestPosition: () => Promise<number>
  /**
   * Reads how far the index is in the usual view.
   *
   * @throws {DatabaseSilentError} when the query takes too long.
   */
  readState: () => Promise<StateRead>
  /** Records a notified change; null after each (re)connect, because earlier notifications were missed. */
  onNotified: (position: number | null) => void
  /** Records the position that the leader of the index reports. Null where the view may be behind it. */
  onReported: ((position: number) => void) | null
}

export type StateRead = {
  /** Null before the index has begun. */
  state: IndexState | null
  /** Longest time until the next read; null for the usual one. */
  retryMs: number | null
}

/** @throws {DatabaseSilentError} when the query takes too long. */
export function readStateInTime(db: Database): Promise<IndexState | null> {
  const late = sleep(QUERY_LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new DatabaseSilentError()
  })
  return Promise.race([readIndexState(db), late])
}
