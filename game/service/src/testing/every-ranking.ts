import { expect } from 'vitest'
import { AccountNumbers } from '../leaderboard/account-numbers.ts'
import type { Ranking } from '../leaderboard/ranking-filter.ts'
import type { AllSums } from '../leaderboard/ranking-sums.queries.ts'
import { SumsTable } from '../leaderboard/sums-table.ts'

const RANKINGS: readonly Ranking[] = [
  'net_results',
  'win_percent',
  'total_rounds',
  'total_position',
]

export function tableOf({ records }: Pick<AllSums, 'records'>): SumsTable {
  const table = new SumsTable(new AccountNumbers())
  for (const some of records) table.add(some)
  return table
}

/** Returns the accounts of each ranking in order. */
export function rankingsOf(table: SumsTable) {
  return RANKINGS.map((rankBy) => {
    const ranking = { rankBy, minimumRounds: rankBy === 'win_percent' ? 2 : 1 }
    const leaders = table.leaders({ ...ranking, limit: 1_000 })
    const ranks = leaders.map(({ account }) => table.rank(account, ranking))
    expect(ranks).toEqual(
      leaders.map((standing, at) => ({
        ...{ players: leaders.length, own: { standing, rank: at + 1 } },
      })),
    )
    expect(table.leaders({ ...ranking, limit: 3 })).toEqual(leaders.slice(0, 3))
    return leaders
  })
}
