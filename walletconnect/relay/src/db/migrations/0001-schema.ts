import { CREATE_SHARED_LIMITS } from '@bullring/server/limits/limit-store'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Rows live for minutes: deleting them early keeps the tables small.
const MAILBOXES = sql`
  create sequence message_places cache 1;

  create table messages (
    place int8 not null default nextval('message_places'),
    topic bytea not null check (length(topic) = 32),
    id bytea not null check (length(id) = 32),
    publisher bytea not null,
    message text not null,
    attestation text not null,
    tag int8 not null,
    published_at int8 not null,
    expires_at int8 not null,
    primary key (topic, id)
  ) with (autovacuum_vacuum_scale_factor = 0.05);
  create index messages_by_expiry on messages (expires_at);

  create table acknowledgements (
    place int8 not null,
    client bytea not null,
    primary key (place, client)
  ) with (autovacuum_vacuum_scale_factor = 0.05);

  -- Updated with each message of an owner: free space keeps the updates within a page.
  create table stored_bytes (
    owner bytea not null,
    counted_until int8 not null,
    bytes int8 not null,
    primary key (owner, counted_until)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
  create index stored_bytes_by_time on stored_bytes (counted_until);`

const STATEMENTS = [MAILBOXES, ...CREATE_SHARED_LIMITS]

/** Creates the tables of the relay. */
export const schemaMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
