import { toAddress, toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { MAX_CANDIDATES, type NftSource } from './nft-source.ts'

/** Finds NFTs in the index of transfers. */
export function createIndexedNfts(db: Database): NftSource {
  return {
    candidatesOf: async (account) => {
      const holder = toBytes(account)
      const received = sql<bigint>`sum(case when recipient = ${holder} then amount else 0 end)`
      const sent = sql<bigint>`sum(case when sender = ${holder} then amount else 0 end)`
      const rows = await db
        .selectFrom('nft_transfers')
        .select(['contract', 'token_id', 'standard'])
        .select(sql<number>`max(block_number) filter (where recipient = ${holder})`.as('block'))
        .where((eb) => eb.or([eb('sender', '=', holder), eb('recipient', '=', holder)]))
        .groupBy(['contract', 'token_id', 'standard'])
        .having(sql<boolean>`${received} > ${sent}`)
        .orderBy('block', 'desc')
        .limit(MAX_CANDIDATES)
        .execute()
      return rows.map(({ contract, token_id, standard, block }) => ({
        contract: toAddress(contract),
        tokenId: token_id,
        standard,
        block,
      }))
    },
  }
}
