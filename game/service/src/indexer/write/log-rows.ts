import { toHex } from '@bullring/server/db/bytes'
import type { Database } from '../../db/open-database.ts'
import type { MarketRows } from '../read/apply-log.ts'
import type { BlockRange } from '../read/read-range.ts'

/** Rows as texts, by table: equal ones have the same text. */
export type RowTexts = Readonly<Record<keyof MarketRows, readonly string[]>>

const TABLES = {
  bets: 'bets',
  claims: 'claims',
  strikes: 'strikes',
  feeChanges: 'fee_changes',
  starts: 'round_starts',
  locks: 'round_locks',
  ends: 'round_ends',
  rewards: 'round_rewards',
  timingChanges: 'timing_changes',
  oracleChanges: 'oracle_changes',
} as const satisfies Record<keyof MarketRows, string>

/** Reads the rows that the logs of some blocks have added to the index. */
export async function readLogRows(db: Database, { from, to }: BlockRange): Promise<RowTexts> {
  const droppedBefore = await readDroppedBefore(db)
  return await mapTables(async (_, table) => {
    const rows = await db
      .selectFrom<(typeof TABLES)[keyof MarketRows]>(table)
      .selectAll()
      .where('block_number', '>=', from)
      .where('block_number', '<=', to)
      // The terms of a constructor come from no log.
      .where('log_index', '>=', 0)
      .execute()
    return rows.filter(keptOf(table, droppedBefore)).map(textOf)
  })
}

/**
 * Returns the texts of rows that a node has returned.
 *
 * @param droppedBefore - The index has no bets and claims of the rounds before this one.
 */
export function rowTexts(rows: MarketRows, droppedBefore: number): Promise<RowTexts> {
  return mapTables((key, table) => {
    const isKept = keptOf(table, droppedBefore)
    return Promise.resolve(rows[key].filter(isKept).map(textOf))
  })
}

/** Bets and claims of old rounds may be dropped, and claims of them added later. */
function keptOf(table: string, droppedBefore: number): (row: object) => boolean {
  const isDroppable = table === 'bets' || table === 'claims'
  return (row) => !isDroppable || ('epoch' in row && Number(row.epoch) >= droppedBefore)
}

async function mapTables(
  read: <key extends keyof MarketRows>(key: key, table: (typeof TABLES)[key]) => Promise<string[]>,
): Promise<RowTexts> {
  const keys = Object.keys(TABLES) as (keyof MarketRows)[]
  const texts = await Promise.all(keys.map(async (key) => [key, await read(key, TABLES[key])]))
  return Object.fromEntries(texts)
}

function textOf(row: object): string {
  const fields = Object.entries(row).map(([name, value]) => {
    const text = Buffer.isBuffer(value) ? toHex(value) : String(value)
    return `${name}=${text}`
  })
  return fields.sort().join()
}

/** Reads before which round bets and claims were dropped. */
export async function readDroppedBefore(db: Database): Promise<number> {
  const row = await db.selectFrom('market').select('dropped_before').executeTakeFirst()
  return row?.dropped_before ?? 0
}
