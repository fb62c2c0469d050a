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

/** Sums of an account by the bytes of its address: computing the checksums of hundreds takes long. */
export type SumsOfBytes = Omit<Standing, 'account'> & { account: Buffer }

/** Converts a row to the units of the service. */
export function toStanding(row: SumsRow): Standing {
  return { ...toSums(row), account: toAddress(row.account) }
}

/** Converts a row to the units of the service, but for the address. */
export function toSums(row: SumsRow): SumsOfBytes {
  return {
    account: row.account,
    rounds: row.rounds,
    wonRounds: row.won_rounds,
    netResults: row.net_results,
    totalPosition: row.total_position,
  }
}
