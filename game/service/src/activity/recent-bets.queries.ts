import type { Position } from '@bullring/prediction/payout'
import type { Epoch, UnixSeconds, Wei } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { toAddress } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'
import { BULL } from '../db/schema.ts'

/** A bet of any account. */
export type RecentBet = {
  account: Address
  epoch: Epoch
  position: Position
  amount: Wei
  placedAt: UnixSeconds
}

/** Finds the newest bets, newest first. */
export async function findRecentBets(db: Database, limit: number): Promise<RecentBet[]> {
  const rows = await db
    .selectFrom('bets')
    .select(['account', 'epoch', 'position', 'amount', 'placed_at'])
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    account: toAddress(row.account),
    epoch: toEpoch(row.epoch),
    position: row.position === BULL ? 'bull' : 'bear',
    amount: toWei(row.amount),
    placedAt: toUnixSeconds(row.placed_at),
  }))
}
