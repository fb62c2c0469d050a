import type { ColumnType, Generated } from 'kysely'

/** Tables of the wallet service. Every time is in Unix seconds. */
export type WalletTables = {
  history_chain: HistoryChainRow
  history_blocks: HistoryBlockRow
  history_transfers: HistoryTransferRow
  nft_transfers: NftTransferRow
  session_events: SessionEventRow
  session_log: SessionLogRow
  siwx_nonces: SiwxNonceRow
  siwx_sessions: SiwxSessionRow
  event_counts: EventCountRow
  names: NameRow
  onramp_purchases: OnrampPurchaseRow
  secrets: SecretRow
}

/** The indexed chain, in a single row that also serves as the writers' lock. */
type HistoryChainRow = { chain_id: number; genesis_hash: Buffer }

/** Newest indexed blocks: the highest is the cursor, the others find a reorg's ancestor. */
type HistoryBlockRow = { number: number; hash: Buffer; timestamp: number }

/** One transfer of a transaction. For the chain's coin, `token` is null and `log_index` negative. */
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

/**
 * One NFT, or several equal ones, that moved. A batch has one row per item. Its transaction is null where a node of
 * an earlier version has written the row.
 */
export type NftTransferRow = {
  block_number: number
  tx_index: number | null
  tx_hash: Buffer | null
  tx_from: Buffer | null
  /** Null for a transaction that deployed a contract, too. */
  tx_to: Buffer | null
  nonce: number | null
  mined_at: number | null
  log_index: number
  item_index: number
  standard: 'ERC721' | 'ERC1155'
  contract: Buffer
  token_id: bigint
  sender: Buffer
  recipient: Buffer
  amount: bigint
}

/** The grant of a session of a key, or its revocation. */
type SessionEventRow = {
  block_number: number
  log_index: number
  account: Buffer
  /** Id of the session. */
  session: Buffer
  /** Data of the event of a grant; null for a revocation. */
  limits: Buffer | null
  mined_at: number
}

/** The block up to which the events of sessions are stored. */
type SessionLogRow = { is_only: Generated<boolean>; read_to: number; hash: Buffer }

/** An unused nonce. Only its hash is stored. */
type SiwxNonceRow = { nonce_hash: Buffer; expires_at: number }

/** A session has a public id and a secret, of which only the hash is stored. */
export type SiwxSessionRow = {
  id: string
  secret_hash: Buffer
  address: Buffer
  chain_id: number
  domain: string
  issued_at: number
  expires_at: number
  /** JSON of the app's choice. */
  metadata: ColumnType<Record<string, unknown>, string, string>
}

/** Count of an event per day (UTC), without page or account. */
type EventCountRow = { day: string; event: string; count: number }

/** A registered name. */
export type NameRow = {
  /** Name without the zone. */
  label: string
  /** The same for all labels that look alike. */
  skeleton: string
  address: Buffer
  coin_type: number
  /** Whether a key signed the registration, rather than a contract wallet of one chain. */
  is_key: boolean
  avatar: string | null
  bio: string | null
  registered_at: number
  updated_at: number
  /** `timestamp` of the newest message. */
  signed_at: number
}

/** A random key that the service made for itself. */
type SecretRow = { name: string; value: Buffer }

/** A purchase of coins. `open` until the visitor has paid or the provider has reported it. */
export type OnrampPurchaseRow = {
  id: string
  provider: string
  account: Buffer
  chain_id: number
  /** USD. */
  fiat_amount: string | null
  /** Whole coins, exact. */
  coin_amount: string | null
  status: 'open' | 'pending' | 'success' | 'failed'
  /** A play card paid for it, so this service sends the coins. */
  is_paid: boolean
  /** The signed transaction that sends the coins: stored first, so that no crash sends them twice. */
  payout: Buffer | null
  tx_hash: Buffer | null
  created_at: number
  updated_at: number
}
