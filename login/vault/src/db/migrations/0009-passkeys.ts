import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`alter table recovery_shares
    alter column kek_id drop not null,
    alter column wrapped_key drop not null,
    alter column ciphertext drop not null,
    add column proof_hash bytea,
    add check (num_nulls(kek_id, wrapped_key, ciphertext) in (0, 3)),
    add check ((ciphertext is null) = (proof_hash is not null))`,
  sql`create table passkeys (
    credential_id text primary key,
    wallet_id uuid not null references recovery_shares,
    label text not null,
    salt bytea not null,
    encrypted_share bytea not null,
    created_at int8 not null
  )`,
  sql`create index passkeys_of_wallet on passkeys (wallet_id)`,
]

export const passkeysMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
