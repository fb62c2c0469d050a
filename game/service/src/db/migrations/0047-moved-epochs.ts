import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { RETURN_MOVED } from './0015-ranked-standings.ts'

// Mostly nothing has moved: then neither the rounds nor the sums need a plan.
const MOVED_SINCE = sql`
  create or replace function moved_since(name text, since int8) returns setof standings language plpgsql stable as $$
  declare
    was int8 := (select from_epoch from standing_spans where span = name);
    added int8[] := array(select e from unnest(newer_epochs()) e where e >= since);
    removed int8[] := '{}';
  begin
    if since < was then added := added || epochs_final(since, was); end if;
    if was < since then removed := epochs_final(was, since); end if;
    if cardinality(added) + cardinality(removed) = 0 then return; end if;
    ${RETURN_MOVED} using name, added, removed;
  end $$`

/** Adds up what the kept sums of a window lack only where they lack something. */
export const movedEpochsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await MOVED_SINCE.execute(db)
  },
}
