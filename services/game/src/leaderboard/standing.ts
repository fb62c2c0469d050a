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
