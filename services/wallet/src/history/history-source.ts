import type { Address, Hash } from 'viem'
import type { Token } from '../chain/read-tokens.ts'

/** Coins (`token` null) or tokens that went from one account to another, in the smallest unit. */
export type Transfer = { token: Token | null; from: Address; to: Address; amount: bigint }

/** A transaction that moved something to or from an account; `transfers` are those of the account. */
export type AccountTransaction = {
  hash: Hash
  from: Address
  /** Null for one that deployed a contract. */
  to: Address | null
  nonce: number
  isConfirmed: boolean
  /** Unix seconds. */
  minedAt: number
  transfers: readonly Transfer[]
}

/** One page of an account's transactions, newest first. */
export type HistoryPage = { transactions: readonly AccountTransaction[]; next: string | null }

/** Where the history of one chain comes from. */
export type HistorySource = {
  /**
   * @param cursor - `next` of the page before; null for the first page.
   * @throws {UnknownCursorError} when it is not one of ours.
   */
  page: (account: Address, cursor: string | null) => Promise<HistoryPage>
}
