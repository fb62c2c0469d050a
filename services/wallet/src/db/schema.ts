/** Tables of the wallet service. Every time is in Unix seconds. */
export type WalletTables = {
  history_chain: HistoryChainRow
  history_blocks: HistoryBlockRow
  history_transfers: HistoryTransferRow
  siwx_nonces: SiwxNonceRow
  siwx_sessions: SiwxSessionRow
  event_counts: EventCountRow
}

/** The one chain whose transfers are indexed here. Has a single row, which is also the lock of writers. */
type HistoryChainRow = { chain_id: number; genesis_hash: Buffer }

/** Newest indexed blocks. The highest one is the cursor; the others are there to find an ancestor. */
export type HistoryBlockRow = { number: number; hash: Buffer; timestamp: number }

/** Something a transaction moved. `token` is null, and `log_index` -1, for the chain's coin. */
export type HistoryTransferRow = {
  block_number: number
  tx_index: number
  log_index: number
  tx_hash: Buffer
  tx_from: Buffer
  /** Null for a transaction that deployed a contract. */
  tx_to: Buffer | null
  nonce: number
  is_confirmed: boolean
  mined_at: number
  token: Buffer | null
  sender: Buffer
  recipient: Buffer
  amount: bigint
}

/** A nonce that waits for its message. Only its hash is kept. */
type SiwxNonceRow = { nonce_hash: Buffer; expires_at: number }

/** A session is found by its id, and proven by a secret of which only the hash is kept. */
export type SiwxSessionRow = {
  id: string
  secret_hash: Buffer
  address: Buffer
  chain_id: number
  domain: string
  issued_at: number
  expires_at: number
}

/** How often an event happened on a day (UTC). Nothing says where or to whom. */
type EventCountRow = { day: string; event: string; count: number }
