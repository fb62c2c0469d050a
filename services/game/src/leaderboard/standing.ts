import { toAddress } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import type { StandingRow } from '../db/schema.ts'
import type { Ranking } from './ranking-filter.ts'

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

/** Sums of an account by the bytes of its address: computing the checksums of hundreds takes long. */
export type SumsOfBytes = Omit<Standing, 'account'> & { account: Buffer }

/** Converts a row to the units of the service. */
export function toStanding(row: SumsRow): Standing {
  return withAddress(toSums(row))
}

/** Converts the bytes of the address. */
export function withAddress(sums: SumsOfBytes): Standing {
  return { ...sums, account: toAddress(sums.account) }
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

/** Returns what a ranking compares; the share of wins in hundredths of a percent, rounded, as the database does. */
export function rankedValue(
  { rounds, wonRounds, netResults, totalPosition }: Omit<Standing, 'account'>,
  rankBy: Ranking,
): bigint {
  switch (rankBy) {
    case 'net_results':
      return netResults
    case 'win_percent':
      return BigInt(Math.floor((wonRounds * 20_000 + rounds) / (rounds * 2)))
    case 'total_rounds':
      return BigInt(rounds)
    case 'total_position':
      return totalPosition
  }
}
