import type { UnixSeconds } from '@bullring/prediction/units'
import type { Hono } from 'hono'
import type { Database } from '../db/open-database.ts'
import { leaderboardRoutes } from '../leaderboard/leaderboard.routes.ts'
import { findInviter, findReferCode, noteReferral } from '../referrals/referrals.queries.ts'
import { referralsRoutes } from '../referrals/referrals.routes.ts'
import { statsRoutes } from '../stats/stats.routes.ts'
import type { MarketOfKind } from './market-of-kind.ts'

/** Statistics, leaderboard and invitations. */
export function accountRoutes(
  db: Database,
  { clock, findTotals, findLeaders }: Pick<MarketOfKind, 'clock' | 'findTotals' | 'findLeaders'>,
  now: () => UnixSeconds,
): Hono[] {
  return [
    statsRoutes({ findTotals }),
    leaderboardRoutes({ clock, now, findLeaders }),
    referralsRoutes({
      findInviter: (code) => findInviter(db, code),
      noteReferral: (account, code) => noteReferral(db, account, code),
      findReferCode: (account) => findReferCode(db, account),
    }),
  ]
}
