import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import type { ChangeRow } from '../db/schema.ts'
import { type AccountKey, addEpoch, type EpochsByAccount } from './step.ts'
import type { Change, ChangesSince, PriceChange } from './to-events.ts'

/** Finds the id of the newest change; 0 before the first. */
export async function newestPosition(db: Database): Promise<number> {
  const { id } = await db
    .selectFrom('changes')
    .select((expression) => expression.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** Returns whether the journal has the change: it may be too old, or lost when the database was restored. */
export async function hasChange(db: Database, id: number): Promise<boolean> {
  const found = await db.selectFrom('changes').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** Returns the id of the journal, the same in all replicas of the database. */
export async function findJournalId(db: Database): Promise<string> {
  const { id } = await db.selectFrom('journal').select('id').executeTakeFirstOrThrow()
  return id
}

/** Finds the time of the newest indexed block; 0 before the first. */
export async function newestBlockTime(db: Database): Promise<UnixSeconds> {
  const block = await db
    .selectFrom('blocks')
    .select('timestamp')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return toUnixSeconds(block?.timestamp ?? 0)
}

export type ChangesRange = {
  since: number
  /** Position of the last change to read; null for the newest. */
  until: number | null
  /** More changes than this are a reset. */
  limit: number
}

/** Reads the changes after change `since`; null when the database does not have `since` or `until` yet, or has lost it. */
export async function readChanges(
  db: Database,
  { since, until, limit }: ChangesRange,
): Promise<ChangesSince | null> {
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .where('id', '>', since)
    .$if(until !== null, (query) => query.where('id', '<=', until))
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const newest = await newestPosition(db)
  if (newest < Math.max(since, until ?? 0)) return null
  // Read afterwards: changes trimmed in the meantime would be missing above.
  const isKnown = await hasChange(db, since)
  if (!isKnown || rows.length > limit) {
    return { position: until ?? newest, changes: [{ kind: 'reset' }], blockBefore: null }
  }
  return {
    position: until ?? rows.at(-1)?.id ?? since,
    changes: rows.flatMap((row) => toChange(row) ?? []),
    blockBefore: rows.length === 0 ? null : await timeOfBlockAt(db, since),
  }
}

/** Finds the time of the newest block in the journal up to `position`. */
async function timeOfBlockAt(db: Database, position: number): Promise<UnixSeconds | null> {
  const block = await db
    .selectFrom('changes')
    .select('timestamp')
    .where('kind', '=', 'block')
    .where('id', '<=', position)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return block?.timestamp == null ? null : toUnixSeconds(block.timestamp)
}

type StoredChange = Omit<ChangeRow, 'id'>

function toChange({ kind, epoch, account, ...row }: StoredChange): Change | null {
  if (kind === 'reset') return { kind }
  if (kind === 'block' && row.timestamp !== null) {
    return { kind, timestamp: toUnixSeconds(row.timestamp) }
  }
  if (kind === 'price' && row.oracle_round_id !== null) {
    return { kind, oracleRoundId: row.oracle_round_id }
  }
  if ((kind === 'strike' || kind === 'start' || kind === 'round') && epoch !== null) {
    return { kind, epoch: toEpoch(epoch) }
  }
  const accounts = row.accounts ?? account
  if ((kind === 'bet' || kind === 'claim') && epoch !== null && accounts !== null) {
    return { kind, epoch: toEpoch(epoch), accounts }
  }
  return null
}

/** Finds answers of the oracle by id, oldest first. Answers that a reorg undid are left out. */
export async function findAnswers(
  db: Database,
  oracleRoundIds: readonly bigint[],
): Promise<PriceChange[]> {
  if (oracleRoundIds.length === 0) return []
  const rows = await db
    .selectFrom('oracle_rounds')
    .select(['price', 'updated_at'])
    .where('round_id', 'in', oracleRoundIds)
    .orderBy('round_id')
    .execute()
  return rows.map((row) => ({
    price: toPriceE8(row.price),
    updatedAt: toUnixSeconds(row.updated_at),
  }))
}

/** Finds which of `accounts` have bet in which of `epochs`. */
export async function findBettors(
  db: Database,
  epochs: readonly Epoch[],
  accounts: readonly AccountKey[],
): Promise<EpochsByAccount> {
  const epochsOf: EpochsByAccount = new Map()
  if (epochs.length === 0 || accounts.length === 0) return epochsOf
  // Arrays, because a statement has at most 65,535 parameters.
  const { rows } = await sql<{ account: string; epoch: number }>`
    select encode(account, 'hex') as account, epoch from bets
    where epoch = any(${epochs.map(Number)}::int8[]) and account = any(${accounts.map(toBytes)}::bytea[])
  `.execute(db)
  for (const { account, epoch } of rows) addEpoch(epochsOf, `0x${account}`, toEpoch(epoch))
  return epochsOf
}
