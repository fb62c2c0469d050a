import type { Address, Hash } from 'viem'
import type { NftId } from '../chain/nft-id.ts'
import type { Token } from '../tokens/token.ts'

/** A transfer of coins (`token` null) or tokens, in the smallest unit. */
export type CoinTransfer = { token: Token | null; from: Address; to: Address; amount: bigint }

/** A transfer of one or several equal NFTs. */
export type NftTransfer = { nft: NftId; from: Address; to: Address; amount: bigint }

export type Transfer = CoinTransfer | NftTransfer

/** A transaction with transfers to or from an account. Other transfers are left out. */
export type AccountTransaction = {
  hash: Hash
  from: Address
  /** Null for a contract deployment. */
  to: Address | null
  nonce: number
  isConfirmed: boolean
  /** Unix seconds. */
  minedAt: number
  transfers: readonly Transfer[]
}

/** One page of an account's transactions, newest first. */
export type HistoryPage = { transactions: readonly AccountTransaction[]; next: string | null }

/** Source of one chain's history. */
export type HistorySource = {
  /**
   * @param cursor - `next` of the page before; null for the first page.
   * @throws {UnknownCursorError}
   */
  page: (account: Address, cursor: string | null) => Promise<HistoryPage>
}
