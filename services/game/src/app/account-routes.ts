import type { UnixSeconds } from '@bullring/prediction/units'
import type { Hono } from 'hono'
import type { Database } from '../db/open-database.ts'
import { findLeaders } from '../leaderboard/leaderboard.queries.ts'
import { leaderboardRoutes } from '../leaderboard/leaderboard.routes.ts'
import type { Market } from '../market/market.ts'
import { findInviter, findReferCode, recordReferral } from '../referrals/referrals.queries.ts'
import { referralsRoutes } from '../referrals/referrals.routes.ts'
import { findTotals } from '../stats/stats.queries.ts'
import { statsRoutes } from '../stats/stats.routes.ts'

/** Statistics, leaderboard and invitations. */
export function accountRoutes(
  db: Database,
  market: Pick<Market, 'clock' | 'decidedBets' | 'standings'>,
  now: () => UnixSeconds,
): Hono[] {
  return [
    statsRoutes({ findTotals: (account) => findTotals(db, market, account) }),
    leaderboardRoutes({
      clock: market.clock,
      now,
      findLeaders: (filter) => findLeaders(db, market, filter),
    }),
    referralsRoutes({
      findInviter: (code) => findInviter(db, code),
      recordReferral: (account, code) => recordReferral(db, account, code),
      findReferCode: (account) => findReferCode(db, account),
    }),
  ]
}
