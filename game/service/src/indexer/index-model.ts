import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { UnixSeconds } from '@bullring/prediction/units'
import { createBlockTable } from '@bullring/server/db/block-table'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import type { Address, Hash } from 'viem'
import type { WindowStarts } from '../market/windows.ts'
import type { MarketRows } from './read/apply-log.ts'

/** A block in the index. */
export type StoredBlock = { number: number; hash: Hash; timestamp: UnixSeconds }

/** Identity of the market that an index holds. */
export type MarketIdentity = {
  kind: MarketKind
  chainId: number
  prediction: Address
  genesisHash: Hash
  startBlock: number
  /** In hundredths; 0 for no limit, as in a `pancake-v2` market. */
  maxPayoutMultiple: number
}

/** One step of the index, applied completely or not at all. */
export type IndexStep = {
  /** Newest block when the step was planned; another process may have moved on since. */
  from: StoredBlock
  /** Rows of all blocks above this one are undone first. */
  ancestor: number
  /** Blocks to add, in order. Empty when the chain only got shorter. */
  blocks: readonly StoredBlock[]
  rows: MarketRows
  /** Answers of the oracle that are new in the last block. */
  oracleRounds: readonly OracleRound[]
  /** First rounds of the windows whose sums move with this step. */
  windowStarts: WindowStarts
}

/** The newest blocks of the index. */
export const blockTable = createBlockTable('blocks')
