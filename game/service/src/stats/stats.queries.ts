import type { Epoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'

/** A won round: its stake and payout, in wei. */
export type WonRound = { epoch: number; amount: bigint; payout: bigint }

/** Sums over an account's decided bets, in wei. */
export type AccountTotals = {
  wonRounds: number
  lostRounds: number
  /** Payouts of won rounds less their stakes. Negative where uncapped fees exceed the profits. */
  totalWon: bigint
  /** Stakes of lost rounds less what came back. */
  totalLost: bigint
  /** Stakes of all decided rounds. */
  totalPosition: bigint
  /** The won round with the highest profit; of equals, the older one. */
  bestRound: WonRound | null
}

type TotalsRow = {
  won_rounds: number
  lost_rounds: number
  total_won: bigint
  total_lost: bigint
  total_position: bigint
  /** Profit, minus epoch, stake and payout. Text, as the driver parses no arrays of bigints. */
  best: string[] | null
}

export type TotalsFilter = {
  account: Address
  /** First round of the window. */
  fromEpoch: Epoch
}

/** The first round of all time. */
const FIRST_EPOCH = 1

/**
 * Adds up an account's decided bets; all zeros for one without any. Adds up sums that the database keeps by day, whether
 * their bets are still stored or not, and the bets of a window's first day.
 */
export async function findTotals(
  db: Database,
  { account, fromEpoch }: TotalsFilter,
): Promise<AccountTotals> {
  const { rows } = await (Number(fromEpoch) <= FIRST_EPOCH
    ? sql<TotalsRow>`select won_rounds, lost_rounds, total_won, total_lost, total_position, best::text[] as best
        from account_totals(${toBytes(account)})`
    : sql<TotalsRow>`select won_rounds, lost_rounds, total_won, total_lost, total_position, best::text[] as best
        from account_totals_since(${toBytes(account)}, ${Number(fromEpoch)})`
  ).execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('an aggregate always has one row')
  return toAccountTotals(row)
}

function toAccountTotals(row: TotalsRow): AccountTotals {
  const [, minusEpoch, amount, payout] = row.best ?? []
  return {
    wonRounds: row.won_rounds,
    lostRounds: row.lost_rounds,
    totalWon: row.total_won,
    totalLost: row.total_lost,
    totalPosition: row.total_position,
    bestRound:
      minusEpoch === undefined || amount === undefined || payout === undefined
        ? null
        : { epoch: -Number(minusEpoch), amount: BigInt(amount), payout: BigInt(payout) },
  }
}
