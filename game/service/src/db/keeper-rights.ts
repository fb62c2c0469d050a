import { sql } from 'kysely'
import type { Database } from './open-database.ts'

/** Role of a keeper that runs as a separate process. An operator creates it where winnings are to be sent automatically. */
const KEEPER_ROLE = 'bullring_keeper'

/** About visitors and callers: no business of the keeper. */
const PRIVATE_TABLES =
  '^(?:limit_.*|push_deliveries|push_subscriptions|refer_code_keys|refer_codes|referrals|webhook.*)$'
const WRITTEN_TABLES = '^payout(?:s|_keepers|_costs)$'

/**
 * Grants the keeper what it needs of the schema that the connection selects, if its role exists: it reads the index, and
 * records payments.
 */
export async function grantKeeper(db: Database): Promise<void> {
  await sql
    .raw(`do $$
declare
  name text;
begin
  if not exists (select from pg_roles where rolname = '${KEEPER_ROLE}') then return; end if;
  -- Of two processes that start at once, one waits: both would change the same rows of the catalogue.
  perform pg_advisory_xact_lock(hashtext('rights of ${KEEPER_ROLE}'));
  execute format('grant usage on schema %I to ${KEEPER_ROLE}', current_schema());
  for name in select c.relname from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and c.relname !~ '${PRIVATE_TABLES}'
  loop
    execute format('grant select on %I to ${KEEPER_ROLE}', name);
    if name ~ '${WRITTEN_TABLES}' then
      execute format('grant insert, update, delete on %I to ${KEEPER_ROLE}', name);
    end if;
  end loop;
end $$`)
    .execute(db)
}
