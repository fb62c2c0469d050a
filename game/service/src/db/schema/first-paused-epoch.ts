import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keeps the first round without bets. Clients load everything again when it changes, as after a change of the fee. */
export const firstPausedEpochMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`
      alter table index_state add first_paused_epoch int8;
      create trigger note_pause after update of first_paused_epoch on index_state
        for each row when (old.first_paused_epoch is distinct from new.first_paused_epoch)
        execute function note_reset()`.execute(db)
  },
}
