import type { AccountTransaction, Transfer } from './history-source.ts'

/** Position of a transaction on the chain; pages continue downwards from it. */
export type Place = { block_number: number; tx_index: number }

/** One transfer in the index, with its transaction. */
export type Move = Place & {
  transaction: Omit<AccountTransaction, 'transfers'>
  transfer: Transfer
}
