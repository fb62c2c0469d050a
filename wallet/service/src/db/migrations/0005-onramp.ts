import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table onramp_purchases (
    id uuid primary key,
    provider text not null,
    account bytea not null,
    chain_id int8 not null,
    fiat_amount text,
    coin_amount text,
    status text not null check (status in ('open', 'pending', 'success', 'failed')),
    is_paid boolean not null default false,
    payout bytea,
    tx_hash bytea,
    created_at int8 not null,
    updated_at int8 not null
  )`,
  sql`create index onramp_purchases_of_account
    on onramp_purchases (account, created_at desc) where status <> 'open'`,
  sql`create index onramp_purchases_to_pay_out
    on onramp_purchases (created_at) where status = 'pending' and is_paid`,
  sql`create index onramp_purchases_open on onramp_purchases (created_at) where status = 'open'`,
]

export const onrampMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
