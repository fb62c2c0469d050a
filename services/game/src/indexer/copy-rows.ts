import { copyIn } from '@bullring/server/db/copy-in'
import type { Connection } from '@bullring/server/db/open-database'
import type { Transaction } from 'kysely'
import type { BetRow, ClaimRow, GameTables } from '../db/schema.ts'
import type { MarketRows } from './apply-log.ts'
import { insertRows } from './insert-rows.ts'

/** Adds rows like `insertRows`, but bets and claims by COPY, for which `client` has to be the one of `tx`. */
export async function copyRows(
  tx: Transaction<GameTables>,
  client: Connection,
  rows: MarketRows,
): Promise<void> {
  await copyAll(client, 'bets', rows.bets, BET_COLUMNS)
  await copyAll(client, 'claims', rows.claims, CLAIM_COLUMNS)
  await insertRows(tx, { ...rows, bets: [], claims: [] })
}

type Columns<row> = readonly (keyof row & string)[]

const CLAIM_COLUMNS: Columns<ClaimRow> = [
  ...(['account', 'epoch', 'amount', 'tx_hash', 'block_number', 'log_index'] as const),
]
const BET_COLUMNS: Columns<BetRow> = [...CLAIM_COLUMNS, 'position', 'placed_at']

async function copyAll<row extends Record<string, Buffer | bigint | number>>(
  client: Connection,
  table: 'bets' | 'claims',
  rows: readonly row[],
  columns: Columns<row>,
): Promise<void> {
  if (rows.length === 0) return
  let lines = ''
  for (const row of rows) {
    for (const [index, column] of columns.entries()) {
      lines += `${index === 0 ? '' : '\t'}${textOf(row[column])}`
    }
    lines += '\n'
  }
  await copyIn(client, table, { columns, lines })
}

/** The text format of COPY (PostgreSQL documentation, COPY): a backslash is written as two. */
function textOf(value: Buffer | bigint | number | undefined): string {
  return Buffer.isBuffer(value) ? `\\\\x${value.toString('hex')}` : `${value}`
}
