import type { MarketKind } from '@bullring/wire/chain/market-kind'
import type { Generated } from 'kysely'

/**
 * Tables of the service. Those of `FactTables` are append-only: each row belongs to the block that added
 * it, so undoing a reorg means deleting the rows of the blocks above the common ancestor. Triggers derive
 * `pools`, `standings`, `changes` and four tables that only raw SQL uses from them.
 */
export type GameTables = FactTables & {
  market: MarketRow
  index_state: IndexStateRow
  blocks: BlockRow
  pools: PoolRow
  standings: StandingRow
  changes: ChangeRow
  journal: JournalRow
  refer_codes: ReferCodeRow
  refer_code_keys: ReferCodeKeyRow
  referrals: ReferralRow
  push_subscriptions: PushSubscriptionRow
  push_deliveries: PushDeliveryRow
  payout_accounts: PayoutAccountRow
  payouts: PayoutRow
}

type FactTables = {
  bets: BetRow
  claims: ClaimRow
  strikes: StrikeRow
  fee_changes: FeeChangeRow
  oracle_rounds: OracleRoundRow
  round_starts: RoundStartRow
  round_locks: RoundLockRow
  round_ends: RoundEndRow
  round_rewards: RoundRewardsRow
  timing_changes: TimingChangeRow
  oracle_changes: OracleChangeRow
}

/** The market this database holds. The table has a single row, which is also the lock of all writers. */
type MarketRow = {
  is_only: Generated<boolean>
  chain_id: number
  prediction: Buffer
  /** Hash of block 0: differs after a local chain is recreated. */
  genesis_hash: Buffer
  start_block: number
  kind: Generated<MarketKind>
  /** In hundredths; 0 for no limit. */
  max_payout_multiple: Generated<number>
  /** Sums by day are kept. */
  has_days: Generated<boolean>
  /** Bets and claims of rounds before this one were dropped. */
  dropped_before: Generated<number>
}

/** State of the chain, as the leader of the index knows it. The table has a single row. */
type IndexStateRow = {
  is_only: Generated<boolean>
  /** A `MarketContract`, see market/stored-contract.ts. */
  contract: unknown
  /** The node's newest block; null before the first step. */
  chain_block: number | null
  /** Time at which the index was last known to end at the chain's newest block; null before that. */
  at_head_at: Date | null
  /** The rounds before this one were compared with the contract; null before the first comparison. */
  audited_before: number | null
  /** The first round without bets; null unless bets are paused or about to be. */
  first_paused_epoch: number | null
}

/** The newest indexed blocks. The highest is the cursor; the others serve to find a common ancestor. */
type BlockRow = { number: number; hash: Buffer; timestamp: number }

/** Sums of a round's bets. Kept by triggers: schema/divisions.ts. */
type PoolRow = {
  epoch: number
  bull_amount: bigint
  bear_amount: bigint
}

/**
 * Sums of an account's decided rounds that no reorg can reach, in wei, per window. Kept by triggers and
 * `move_window`: schema/standings.ts.
 */
export type StandingRow = {
  span: string
  account: Buffer
  rounds: number
  won_rounds: number
  net_results: bigint
  total_position: bigint
}

type Fact = { block_number: number; log_index: number }

/** Values of `bets.position`, the same as the API's `direction`. */
export const BULL = 1
export const BEAR = 2

export type BetRow = Fact & {
  epoch: number
  account: Buffer
  position: number
  amount: bigint
  tx_hash: Buffer
  placed_at: number
}

export type ClaimRow = Fact & { epoch: number; account: Buffer; amount: bigint; tx_hash: Buffer }

/** `price` is null for a void strike. */
export type StrikeRow = Fact & { epoch: number; price: bigint | null; oracle_round_id: bigint }

/** `epoch` is the first round charged on a bullring contract; a `pancake-v2` market does not use it. */
export type FeeChangeRow = Fact & { epoch: number; treasury_fee: number }

/** A round of a PancakePredictionV2 contract. `started_at` is its block's time. */
export type RoundStartRow = Fact & { epoch: number; started_at: number }

export type RoundLockRow = Fact & {
  epoch: number
  locked_at: number
  price: bigint
  oracle_round_id: bigint
}

export type RoundEndRow = Fact & { epoch: number; price: bigint; oracle_round_id: bigint }

/** Division of the pool of an ended round. All but `treasury_amount` is 0 after a tie. */
export type RoundRewardsRow = Fact & {
  epoch: number
  winning_amount: bigint
  reward_amount: bigint
  treasury_amount: bigint
}

/** Interval of the rounds that start after it, and the buffer from then on. */
export type TimingChangeRow = Fact & { buffer_seconds: number; interval_seconds: number }

/** Price feed of a PancakePredictionV2 contract from then on. */
export type OracleChangeRow = Fact & { oracle: Buffer }

/** `block_number` is the block at which the oracle was read. */
type OracleRoundRow = {
  round_id: bigint
  price: bigint
  updated_at: number
  block_number: number
}

type ReferCodeRow = { account: Buffer; refer_code: string }

/** The secret of computed codes. The table has a single row. */
type ReferCodeKeyRow = { key: Buffer }

type ReferralRow = {
  account: Buffer
  refer_code: string
  /** The account itself named its inviter. */
  is_proven: Generated<boolean>
}

/** The journal of live events. Written by triggers only; ids are in commit order. */
export type ChangeRow = {
  id: Generated<number>
  kind: 'block' | 'bet' | 'claim' | 'strike' | 'price' | 'reset' | 'start' | 'round'
  epoch: number | null
  /** The only account, where there is one; else see `accounts`. */
  account: Buffer | null
  /** Several accounts of a full block, one after the other. */
  accounts: Buffer | null
  oracle_round_id: bigint | null
  timestamp: number | null
}

/** A single row that names the journal: a database that is set up again has another one. */
type JournalRow = { id: string }

/** A browser that receives the results of an account in a market. In the default schema, for all markets. */
type PushSubscriptionRow = {
  /** SHA-256 of the endpoint. */
  endpoint_hash: Buffer
  symbol: string
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  account: Buffer
  first_epoch: number
  renewed_at: Generated<Date>
  /** Null since the last delivery. */
  failing_since: Date | null
  /** Whether the account itself has subscribed the browser. */
  is_proven: Generated<boolean>
}

/** A result that a browser was sent, or is being sent. */
type PushDeliveryRow = { endpoint_hash: Buffer; symbol: string; epoch: number }

/** Whether an account is sent its winnings automatically. */
type PayoutAccountRow = { account: Buffer; is_on: boolean; changed_at: Generated<Date> }

/** A payment that was sent, or that its account has refused. */
type PayoutRow = {
  symbol: string
  epoch: number
  account: Buffer
  is_refused: boolean
  tried_at: Generated<Date>
}
