import type { FirstBet } from '@bullring/game-api/bets-from'
import type { Bet } from '@bullring/prediction/claim'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { toBytes, toHex } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address, Hash } from 'viem'
import type { Database } from '../db/open-database.ts'
import { BULL } from '../db/schema.ts'
import type { IndexedRound } from '../market/round-rules.ts'
import type { Rounds } from '../market/rounds.ts'

/** A bet of an account, with its round. */
export type StoredTrade = { bet: Bet; round: IndexedRound; txHash: Hash; placedAt: UnixSeconds }

export type TradeFilter = {
  account: Address
  limit: number
  /** Only bets on rounds before this one; null for the newest. */
  beforeEpoch: number | null
}

type TradeRow = {
  position: number
  amount: bigint
  is_claimed: boolean
  tx_hash: Buffer
  placed_at: number
}

/** Finds bets of an account, newest first. */
export async function findTrades(
  { joinRounds }: Pick<Rounds, 'joinRounds'>,
  { account, limit, beforeEpoch }: TradeFilter,
): Promise<StoredTrade[]> {
  const older = beforeEpoch === null ? sql`` : sql`and b.epoch < ${beforeEpoch}`
  const found = await joinRounds(
    sql`(
      select b.* from bets b where b.account = ${toBytes(account)} ${older}
      order by b.epoch desc limit ${limit}
    )`,
    sql<TradeRow>`e.position, e.amount, e.tx_hash, e.placed_at,
      exists (select from claims c where c.account = e.account and c.epoch = e.epoch) as is_claimed`,
  )
  return found.map(({ row, round }) => toStoredTrade(row, round))
}

/** Finds where the stored bets begin; null where all are stored. */
export async function findFirstStored(db: Database): Promise<FirstBet | null> {
  // Most markets have dropped nothing: then the partitions need no plan.
  const dropped = await sql`select from market where dropped_before > 0`.execute(db)
  if (dropped.rows.length === 0) return null
  const { rows } = await sql<{ epoch: number; placed_at: number }>`
    select m.dropped_before as epoch, b.placed_at
    from market m, lateral (
      select placed_at from bets where epoch >= m.dropped_before order by epoch, block_number, log_index limit 1
    ) b where m.dropped_before > 0`.execute(db)
  const [row] = rows
  return row === undefined ? null : { epoch: row.epoch, placedAt: row.placed_at }
}

function toStoredTrade(row: TradeRow, round: IndexedRound): StoredTrade {
  return {
    bet: {
      position: row.position === BULL ? 'bull' : 'bear',
      amount: toWei(row.amount),
      isClaimed: row.is_claimed,
    },
    round,
    txHash: toHex(row.tx_hash),
    placedAt: toUnixSeconds(row.placed_at),
  }
}
