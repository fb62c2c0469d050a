import type { Generated } from 'kysely'

/**
 * Tables of the index, and below them those that are not of the chain. All but `market` and `blocks` are facts: rows that one block added and that go
 * when their block goes. Nothing in them is ever updated, so undoing a reorg is deleting the rows of
 * the blocks above the common ancestor. Aggregates are queried, never stored,
 * but for `pools` and `standings`, which triggers derive from them.
 */
export type GameTables = {
  market: MarketRow
  blocks: BlockRow
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
  changes: ChangeRow
  refer_codes: ReferCodeRow
  referrals: ReferralRow
}

/**
 * `bullring` is our own contract, whose rounds follow the clock; `pancake-v2` is PancakePredictionV2.
 */
export const MARKET_KINDS = ['bullring', 'pancake-v2'] as const
/** @see MARKET_KINDS */
export type MarketKind = (typeof MARKET_KINDS)[number]

/** The one market this database is about. Has a single row, which is also the lock of all writers. */
export type MarketRow = {
  is_only: Generated<boolean>
  chain_id: number
  prediction: Buffer
  /** Hash of block 0: tells a chain that began anew from the one indexed before. */
  genesis_hash: Buffer
  start_block: number
  kind: Generated<MarketKind>
}

/** Newest indexed blocks. The highest one is the cursor; the others are there to find an ancestor. */
export type BlockRow = { number: number; hash: Buffer; timestamp: number }

type Fact = { block_number: number; log_index: number }

/** Value of `bets.position`, as the API's `direction`. */
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

export type FeeChangeRow = Fact & { treasury_fee: number }

/** A round of a PancakePredictionV2 contract. `started_at` is its block's time. */
export type RoundStartRow = Fact & { epoch: number; started_at: number }

export type RoundLockRow = Fact & {
  epoch: number
  locked_at: number
  price: bigint
  oracle_round_id: bigint
}

export type RoundEndRow = Fact & { epoch: number; price: bigint; oracle_round_id: bigint }

/** How an ended round's pot is divided. All but `treasury_amount` is 0 after a tie. */
export type RoundRewardsRow = Fact & {
  epoch: number
  winning_amount: bigint
  reward_amount: bigint
  treasury_amount: bigint
}

/** Lengths of rounds that start later, and what may be late from then on. */
export type TimingChangeRow = Fact & { buffer_seconds: number; interval_seconds: number }

/** `block_number` is the block at which the oracle was asked. */
export type OracleRoundRow = {
  round_id: bigint
  price: bigint
  updated_at: number
  block_number: number
}

type ReferCodeRow = { account: Buffer; refer_code: string }

type ReferralRow = { account: Buffer; refer_code: string }

/** Written by triggers only; ids are in the order of commits. */
export type ChangeRow = {
  id: Generated<number>
  kind: 'block' | 'bet' | 'claim' | 'strike' | 'price' | 'reset' | 'start' | 'round'
  epoch: number | null
  account: Buffer | null
  oracle_round_id: bigint | null
  timestamp: number | null
}
