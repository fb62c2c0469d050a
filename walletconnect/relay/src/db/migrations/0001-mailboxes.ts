import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create sequence message_places cache 1`,
  // Rows live for minutes: deleting them early keeps the tables small.
  sql`create table messages (
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
  ) with (autovacuum_vacuum_scale_factor = 0.05)`,
  sql`create index messages_by_expiry on messages (expires_at)`,
  sql`create table acknowledgements (
    place int8 not null,
    client bytea not null,
    primary key (place, client)
  ) with (autovacuum_vacuum_scale_factor = 0.05)`,
]

export const mailboxesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
