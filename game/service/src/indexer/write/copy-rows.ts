import { copyIn } from '@bullring/server/db/copy-in'
import type { Connection } from '@bullring/server/db/open-database'
import type { Transaction } from 'kysely'
import type { Hex } from 'viem'
import type { BetRow, ClaimRow, GameTables } from '../../db/schema.ts'
import type { MarketRows } from '../read/apply-log.ts'
import { rowInserts } from './insert-rows.ts'

/** Adds rows like `rowInserts`, but bets and claims by COPY, for which `client` has to be the one of `tx`. */
export async function copyRows(
  tx: Transaction<GameTables>,
  client: Connection,
  rows: MarketRows,
): Promise<void> {
  await copyAll(client, 'bets', BET_COLUMNS, rows.bets.map(betLine))
  await copyAll(client, 'claims', CLAIM_COLUMNS, rows.claims.map(claimLine))
  for (const insert of rowInserts({ ...rows, bets: [], claims: [] })) await insert.execute(tx)
}

type Columns<row> = readonly (keyof row & string)[]

const CLAIM_COLUMNS: Columns<ClaimRow> = [
  ...(['account', 'epoch', 'amount', 'tx_hash', 'block_number', 'log_index'] as const),
]
const BET_COLUMNS: Columns<BetRow> = [...CLAIM_COLUMNS, 'position', 'placed_at']

async function copyAll(
  client: Connection,
  table: 'bets' | 'claims',
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  if (lines.length > 0) await copyIn(client, table, { columns, lines: `${lines.join('\n')}\n` })
}

function betLine(row: MarketRows['bets'][number]): string {
  return `${claimLine(row)}\t${row.position}\t${row.placed_at}`
}

function claimLine(row: MarketRows['claims'][number]): string {
  const { account, epoch, amount, tx_hash, block_number, log_index } = row
  return `${bytesOf(account)}\t${epoch}\t${amount}\t${bytesOf(tx_hash)}\t${block_number}\t${log_index}`
}

/** The text format of COPY (PostgreSQL documentation, COPY): a backslash is written as two. */
function bytesOf(hex: Hex): string {
  return `\\\\${hex.slice(1)}`
}
