import { sql } from 'kysely'
import type { Database } from '../../db/open-database.ts'

/** Adds a bet of each of `count` accounts to round `epoch`, alternating sides, from block 1. */
export async function fillRound(
  db: Database,
  epoch: number,
  count: number,
  { betsPerBlock = 10 } = {},
): Promise<void> {
  await sql`
    insert into bets
    select decode(lpad(to_hex(n), 40, '0'), 'hex'), ${epoch}::int8, n % 2 + 1, n,
      decode(lpad(to_hex(n), 64, '0'), 'hex'), n, (n - 1) / ${betsPerBlock}::int8 + 1, n
    from generate_series(1, ${count}::int8) n`.execute(db)
}
