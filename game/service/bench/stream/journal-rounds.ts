import { sql } from 'kysely'
import type { Database } from '../../src/db/open-database.ts'

/** Adds a change of each of the first `count` rounds to the journal, as many bets at once do, and notifies. */
export async function journalRounds(db: Database, count: number): Promise<void> {
  await sql`
    with added as (
      insert into changes (kind, epoch) select 'round', epoch from generate_series(1, ${count}::int8) epoch
      returning id
    )
    select pg_notify('bullring_positions', current_schema() || ' ' || max(id)) from added`.execute(
    db,
  )
}

/** Adds a reset, as the index does when a reorg undoes more than the journal lists. */
export async function journalReset(db: Database): Promise<void> {
  await sql`
    with added as (insert into changes (kind) values ('reset') returning id)
    select pg_notify('bullring_positions', current_schema() || ' ' || id) from added`.execute(db)
}
