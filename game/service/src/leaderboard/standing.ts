import { toAddress } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import type { StandingRow } from '../db/schema.ts'

/** Sums as statements return them. */
export type SumsRow = Omit<StandingRow, 'span'>

/** Sums of one account's decided bets; amounts in wei. */
export type Standing = {
  account: Address
  rounds: number
  wonRounds: number
  netResults: bigint
  totalPosition: bigint
}

/** The ranked accounts, and the place of one of them; its rank is null below the minimum. */
export type RankedStanding = {
  players: number
  own: { standing: Standing; rank: number | null } | null
}

/** Numbers of ranked accounts and of those before an account, which has sums where it has decided bets. */
export type RankRow = { players: number; before: number | null } & (SumsRow | { account: null })

/** Converts a row to the units of the service. */
export function toStanding(row: SumsRow): Standing {
  return {
    account: toAddress(row.account),
    rounds: row.rounds,
    wonRounds: row.won_rounds,
    netResults: row.net_results,
    totalPosition: row.total_position,
  }
}

/** Converts the only row of a statement to the place of its account. */
export function toRankedStanding([row]: readonly RankRow[]): RankedStanding {
  if (row === undefined) throw new TypeError('an aggregate always has one row')
  const { players, before } = row
  if (row.account === null) return { players, own: null }
  return { players, own: { standing: toStanding(row), rank: before === null ? null : before + 1 } }
}
