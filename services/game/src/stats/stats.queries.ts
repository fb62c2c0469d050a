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
  best_epoch: number | null
  best_amount: bigint | null
  best_payout: bigint | null
  total_position: bigint
}

export type TotalsFilter = {
  account: Address
  /** First round of the window. */
  fromEpoch: Epoch
}

/** Adds up an account's decided bets; all zeros for one without any. */
export async function findTotals(
  db: Database,
  { account, fromEpoch }: TotalsFilter,
): Promise<AccountTotals> {
  const { rows } = await sql<TotalsRow>`
    with decided as materialized (
      select epoch, amount, is_win, payout from decided_bets
      where account = ${toBytes(account)} and epoch >= ${Number(fromEpoch)}
    )
    select totals.*, best.*
    from (
      select count(*) filter (where is_win) as won_rounds,
        count(*) filter (where not is_win) as lost_rounds,
        coalesce(sum(payout - amount) filter (where is_win), 0) as total_won,
        coalesce(sum(amount - payout) filter (where not is_win), 0) as total_lost,
        coalesce(sum(amount), 0) as total_position
      from decided
    ) totals
    left join (
      select epoch as best_epoch, amount as best_amount, payout as best_payout
      from decided where is_win order by payout - amount desc, epoch limit 1
    ) best on true`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('an aggregate always has one row')
  return toAccountTotals(row)
}

function toAccountTotals(row: TotalsRow): AccountTotals {
  const { best_epoch: epoch, best_amount: amount, best_payout: payout } = row
  return {
    wonRounds: row.won_rounds,
    lostRounds: row.lost_rounds,
    totalWon: row.total_won,
    totalLost: row.total_lost,
    totalPosition: row.total_position,
    bestRound:
      epoch === null || amount === null || payout === null ? null : { epoch, amount, payout },
  }
}
