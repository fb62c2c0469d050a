import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { AccountTransaction, Transfer } from './history-source.ts'

/** Position of a transaction on the chain. Pages continue downwards from it. */
export type Place = { block_number: number; tx_index: number }

/** One transfer in the index, with its transaction. */
export type Move = Place & {
  transaction: Omit<AccountTransaction, 'transfers'>
  transfer: Transfer
}

/** Returns the condition that a row is a transfer of `account` in one of the transactions at `places`, at least one. */
export function isTransferOf(account: Address, places: readonly Place[]) {
  const bytes = toBytes(account)
  const wanted = places.map(
    ({ block_number, tx_index }) => sql`(${block_number}::int8, ${tx_index}::int4)`,
  )
  return sql<boolean>`(sender = ${bytes} or recipient = ${bytes})
    and (block_number, tx_index) in (${sql.join(wanted)})`
}
