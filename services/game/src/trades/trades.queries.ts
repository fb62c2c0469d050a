import type { Bet } from '@bullring/prediction/claim'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { toBytes, toHex } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address, Hash } from 'viem'
import type { Database } from '../db/open-database.ts'
import { BULL } from '../db/schema.ts'
import type { IndexedRound, RoundRules } from '../market/round-rules.ts'

/** A bet of an account and the round it is in. */
export type StoredTrade = { bet: Bet; round: IndexedRound; txHash: Hash; placedAt: UnixSeconds }

export type TradeFilter = {
  account: Address
  limit: number
  /** Only bets on older rounds; null for the newest. */
  beforeEpoch: number | null
}

type TradeRow = {
  position: number
  amount: bigint
  is_claimed: boolean
  tx_hash: Buffer
  placed_at: number
}

/** Bets of an account, newest first. */
export async function findTrades<row extends { epoch: number }>(
  db: Database,
  { columns, joins, toRound }: RoundRules<row>,
  filter: TradeFilter,
): Promise<StoredTrade[]> {
  const { account, limit, beforeEpoch } = filter
  const older = beforeEpoch === null ? sql`` : sql`and b.epoch < ${beforeEpoch}`
  const { rows } = await sql<row & TradeRow>`
    select e.epoch, e.position, e.amount, e.tx_hash, e.placed_at,
      exists (select from claims c where c.account = e.account and c.epoch = e.epoch) as is_claimed,
      ${columns}
    from (
      select b.* from bets b where b.account = ${toBytes(account)} ${older}
      order by b.epoch desc limit ${limit}
    ) e ${joins}
    order by e.epoch desc`.execute(db)
  return rows.flatMap((row) => {
    const round = toRound(row)
    return round === null ? [] : toStoredTrade(row, round)
  })
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
