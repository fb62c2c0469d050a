import type { OracleRound } from '@bullring/prediction/oracle-round'
import { toBytes } from '@bullring/server/db/bytes'
import type { CompiledQuery, InsertObject, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Database } from '../../db/open-database.ts'
import type { GameTables } from '../../db/schema.ts'
import type { MarketRows } from '../read/apply-log.ts'

type ColumnTypes<row> = { [column in keyof row]: 'int2' | 'int4' | 'int8' | 'numeric' | 'bytea' }

/** Returns the statements that insert rows, one per table. */
export function rowInserts(rows: MarketRows): RawBuilder<unknown>[] {
  return [
    ...insertAll('bets', rows.bets, {
      account: 'bytea',
      epoch: 'int8',
      position: 'int2',
      amount: 'numeric',
      tx_hash: 'bytea',
      placed_at: 'int8',
      block_number: 'int8',
      log_index: 'int4',
    }),
    ...insertAll('claims', rows.claims, {
      account: 'bytea',
      epoch: 'int8',
      amount: 'numeric',
      tx_hash: 'bytea',
      block_number: 'int8',
      log_index: 'int4',
    }),
    ...insertAll('strikes', rows.strikes, {
      epoch: 'int8',
      price: 'numeric',
      oracle_round_id: 'numeric',
      block_number: 'int8',
      log_index: 'int4',
    }),
    ...insertAll('fee_changes', rows.feeChanges, {
      block_number: 'int8',
      log_index: 'int4',
      epoch: 'int8',
      treasury_fee: 'int4',
    }),
  ]
}

/** Returns the statements that insert oracle rounds as read at `blockNumber`. */
export function oracleRoundInserts(
  rounds: readonly OracleRound[],
  blockNumber: number,
): RawBuilder<unknown>[] {
  const rows = rounds.map(({ id, price, updatedAt }) => ({
    round_id: id,
    price,
    updated_at: updatedAt,
    block_number: blockNumber,
  }))
  return insertAll('oracle_rounds', rows, {
    round_id: 'numeric',
    price: 'numeric',
    updated_at: 'int8',
    block_number: 'int8',
  })
}

/** Passes one array per column: a thousand rows cost one plan and eight parameters. Bytes are hex text in the rows. */
function insertAll<row extends object>(
  table: keyof GameTables,
  rows: readonly row[],
  types: ColumnTypes<row>,
): RawBuilder<unknown>[] {
  if (rows.length === 0) return []
  const columns = Object.keys(types) as (keyof row & string)[]
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const arrays = sql.join(
    columns.map((column) => {
      const type = types[column]
      const values = rows.map((row) =>
        type === 'bytea' ? toBytes(row[column] as Hex) : row[column],
      )
      return sql`${values}::${sql.raw(type)}[]`
    }),
  )
  return [sql`insert into ${sql.table(table)} (${names}) select * from unnest(${arrays})`]
}

type RoundTable =
  | 'round_starts'
  | 'round_locks'
  | 'round_ends'
  | 'round_rewards'
  | 'timing_changes'
  | 'oracle_changes'

/** Returns the statements that insert the round events of a PancakePredictionV2 contract: a few rows per step. */
export function roundRowInserts(db: Database, rows: MarketRows): CompiledQuery[] {
  return [
    ...insert(db, 'round_starts', rows.starts),
    ...insert(db, 'round_locks', rows.locks),
    ...insert(db, 'round_ends', rows.ends),
    ...insert(db, 'round_rewards', rows.rewards),
    ...insert(db, 'timing_changes', rows.timingChanges),
    ...insert(db, 'oracle_changes', rows.oracleChanges),
  ]
}

function insert<table extends RoundTable>(
  db: Database,
  table: table,
  rows: readonly InsertObject<GameTables, table>[],
): CompiledQuery[] {
  return rows.length === 0 ? [] : [db.insertInto(table).values(rows).compile()]
}
