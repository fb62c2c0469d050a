import type { Generated } from 'kysely'

/** Tables of the bundler. */
export type BundlerTables = {
  operations: OperationRow
  transactions: TransactionRow
  budgets: BudgetRow
}

/**
 * `accepted` waits for a transaction, `sent` has one, `included` is on the chain, `failed` never will be. Neither
 * of the last two changes again.
 */
type OperationState = 'accepted' | 'sent' | 'included' | 'failed'

/** The journal: each user operation, call of a session and revocation that was accepted. */
type OperationRow = {
  /** userOpHash, or the hash that a session's key or, for its revocation, the account signed. */
  hash: Buffer
  /** The account. */
  sender: Buffer
  /** Id of the session that makes the call or is revoked; null for a user operation. */
  session: Buffer | null
  nonce: bigint
  user_id: string
  /** JSON, as the RPC method received it. A call of a session is in `sessionCall`, its end in `sessionRevocation`. */
  operation: string
  state: OperationState
  /** Gas limit of its transaction. */
  gas: bigint
  /** Maximum price per gas of its transaction, in wei. */
  max_gas_price: bigint
  /** Budgets that its reservation is charged to, as `scope key` and one day; empty when the account pays. */
  budgets: string[]
  budget_day: number
  /** Wei taken from those budgets: the maximum cost until it is settled. */
  reserved: bigint
  /** Nonce of all transactions for it: only one of them is mined. */
  relayer_nonce: number | null
  /** The mined transaction. */
  transaction_hash: Buffer | null
  /** Whether its calls succeeded; null until it is included. */
  is_success: boolean | null
  error: string | null
  created_at: number
}

/** Each transaction that may have been broadcast: written before it is. */
type TransactionRow = {
  hash: Buffer
  operation_hash: Buffer
  relayer_nonce: number
  gas_price: bigint
  /** Signed and serialized. */
  raw: Buffer
  /** Unix seconds. */
  signed_at: number
  /** Whether it only uses up the nonce, in place of the operation. */
  is_cancellation: Generated<boolean>
}

/** Spent and reserved amounts per day. */
type BudgetRow = { scope: string; key: string; day: number; spent: bigint }
