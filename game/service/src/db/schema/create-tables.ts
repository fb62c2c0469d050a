import type { Kysely, RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import { accountTables } from './accounts.ts'
import { ACCOUNT_TOTALS, DAYS } from './days.ts'
import { DECIDED_BETS } from './decided-bets.ts'
import { DIVISIONS, POOLS } from './divisions.ts'
import { FACTS, PANCAKE_FACTS, PARTITIONS } from './facts.ts'
import { JOURNAL } from './journal.ts'
import { RANKS } from './ranks.ts'
import { FINAL_ROUNDS, STANDINGS } from './standings.ts'

/** The index of one market. */
const MARKET_TABLES = [
  ...[FACTS, PARTITIONS, PANCAKE_FACTS],
  ...[POOLS, DIVISIONS, DECIDED_BETS],
  ...[STANDINGS, ...RANKS, DAYS, FINAL_ROUNDS, ACCOUNT_TOTALS],
  ...JOURNAL,
]

async function executeAll(
  db: Kysely<unknown>,
  statements: readonly RawBuilder<unknown>[],
): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

/** Creates the tables of a further market. */
export const marketMigration: Migration = {
  up: (db: Kysely<unknown>) => executeAll(db, MARKET_TABLES),
}

/** Creates the tables of the default market, and of accounts. */
export const schemaMigration: Migration = {
  up: (db: Kysely<unknown>) => executeAll(db, [...MARKET_TABLES, ...accountTables()]),
}
