import { LeaderboardResponse } from '@bullring/game-api/leaderboard'
import { TradeStats } from '@bullring/game-api/trade-stats'
import type { UnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { Ledger, LedgerBet } from './ledger.ts'
import { coin, post } from './post.ts'

const LEADERS = 100

/** Sums of an account's decided bets, in wei. */
export type AccountSums = {
  account: Address
  won: number
  lost: number
  net: bigint
  position: bigint
}

/** Adds up an account's bets. */
export function sumsOf(
  account: Address,
  bets: readonly LedgerBet[],
  ledger: Ledger,
  now: UnixSeconds,
): AccountSums {
  const sums: AccountSums = { account, won: 0, lost: 0, net: 0n, position: 0n }
  for (const bet of bets) {
    const { isWin, winAmount, returnedAmount } = ledger.resultOf(bet, now)
    if (isWin === null) continue
    sums.won += Number(isWin)
    sums.lost += Number(!isWin)
    sums.net += isWin ? winAmount : returnedAmount - bet.amount
    sums.position += bet.amount
  }
  return sums
}

/** Compares the statistics of an account. */
export async function statsDifferences(
  name: string,
  url: string,
  { account, won, lost, net }: AccountSums,
): Promise<string[]> {
  const stats = z.parse(TradeStats, await post(url, '/api/trade-stats', { user_address: account }))
  const expected = [won, lost, coin(net)].join(' ')
  const found = [stats.won_rounds, stats.lost_rounds, stats.net_results].join(' ')
  return found === expected ? [] : [`${name}: stats of ${account} ${found}, expected ${expected}`]
}

/** Compares the ranking that the database keeps in order. */
export async function leaderboardDifferences(
  name: string,
  url: string,
  all: readonly AccountSums[],
): Promise<string[]> {
  const expected = all
    .filter(({ won, lost }) => won + lost > 0)
    .toSorted((a, b) => compareBigints(b.net, a.net) || compareAddresses(a.account, b.account))
    .slice(0, LEADERS)
    .map(({ account, won, lost, net, position }) =>
      [account.toLowerCase(), won + lost, won, coin(net), coin(position)].join(' '),
    )
  const body = { window: 'all', rank_by: 'net_results', limit: LEADERS }
  const rows = z.parse(LeaderboardResponse, await post(url, '/api/leaderboard', body))
  const found = rows.map((row) =>
    [
      row.user_address.toLowerCase(),
      row.total_rounds,
      row.won_rounds,
      row.net_results,
      row.total_position,
    ].join(' '),
  )
  return found.join() === expected.join()
    ? []
    : [`${name}: leaderboard ${found}, expected ${expected}`]
}

function compareBigints(a: bigint, b: bigint): number {
  return Number(a > b) - Number(a < b)
}

function compareAddresses(a: Address, b: Address): number {
  return compareBigints(BigInt(a), BigInt(b))
}
