import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  // A passkey that was removed can return, whatever another wallet stores meanwhile.
  sql`alter table passkeys drop constraint passkeys_pkey, add primary key (wallet_id, credential_id)`,
  sql`drop index passkeys_of_wallet`,
  sql`create table passkey_changes (
    id int8 generated always as identity primary key,
    wallet_id uuid not null references recovery_shares,
    kind text not null check (kind in ('added', 'required', 'removed', 'undone', 'email-undone')),
    was_required boolean not null,
    passkeys_before jsonb not null,
    email text,
    changed_at int8 not null,
    notified_at int8,
    undone_at int8
  )`,
  sql`create index passkey_changes_of_wallet on passkey_changes (wallet_id)`,
  sql`create table passkey_undo_links (
    token_hash bytea primary key,
    change_id int8 not null references passkey_changes on delete cascade
  )`,
]

export const passkeyChangesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
