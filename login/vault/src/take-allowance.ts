import {
  deleteOldEvents as deleteOld,
  type Limit as ServerLimit,
  secondsLeft as secondsLeftAt,
  takeAllowance as take,
} from '@bullring/server/limits/take-allowance'
import type { Transaction } from 'kysely'
import { DATABASE_TIME } from './db/clock.ts'
import type { Database } from './db/database.ts'
import type { VaultTables } from './db/schema.ts'

type Kind = 'wrong-code' | 'wrong-code-of-owner' | 'channel-from' | 'put' | 'release' | 'passkey'

/** Subject and windows of a limit, on the database's clock. */
export type Limit = ServerLimit & { kind: Kind }

/** Counts an event unless a window is full. Returns the seconds to wait, or 0 when the event is counted. */
export function takeAllowance(trx: Transaction<VaultTables>, limit: Limit): Promise<number> {
  return take(trx, limit, DATABASE_TIME)
}

/** Deletes events that no limit counts any more. */
export function deleteOldEvents(db: Database): Promise<void> {
  return deleteOld(db, DATABASE_TIME)
}

/** Returns the seconds until all windows of a limit have room; 0 when they have. */
export function secondsLeft(trx: Transaction<VaultTables>, limit: Limit): Promise<number> {
  return secondsLeftAt(trx, limit, DATABASE_TIME)
}
