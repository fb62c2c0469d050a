import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'

/** Adds a bet of each of `count` accounts to round `epoch`, alternating sides, ten a block from block 1. */
export async function fillRound(db: Database, epoch: number, count: number): Promise<void> {
  await sql`
    insert into bets
    select decode(lpad(to_hex(n), 40, '0'), 'hex'), ${epoch}::int8, n % 2 + 1, n,
      decode(lpad(to_hex(n), 64, '0'), 'hex'), n, n / 10 + 1, n % 10
    from generate_series(1, ${count}::int8) n`.execute(db)
}
