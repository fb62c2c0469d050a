import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table nft_transfers (
    block_number int8 not null,
    log_index int4 not null,
    item_index int4 not null,
    standard text not null check (standard in ('ERC721', 'ERC1155')),
    contract bytea not null,
    token_id numeric(78) not null,
    sender bytea not null,
    recipient bytea not null,
    amount numeric(78) not null,
    primary key (block_number, log_index, item_index)
  )`,
  sql`create index nft_transfers_sent on nft_transfers (sender)`,
  sql`create index nft_transfers_received on nft_transfers (recipient)`,
  // Blocks that are already indexed have to be read again for their NFTs.
  sql`delete from history_chain`,
  sql`delete from history_blocks`,
  sql`delete from history_transfers`,
]

export const nftsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
