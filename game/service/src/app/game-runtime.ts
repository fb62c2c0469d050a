import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { Logger } from 'pino'
import type { GameConfig } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import type { Databases } from '../db/open-databases.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import type { Leaderboards } from './markets/leaderboards.ts'
import type { Markets } from './markets/markets.ts'

/** What one process has once, whatever the number of its markets. */
export type GameRuntime = {
  config: GameConfig
  log: Logger
  metrics: Metrics
  /** Invitations and subscriptions, which all markets share, on the primary server. */
  db: Database
  databases: Databases
  markets: Markets
  leaderboards: Leaderboards
  /** Limits that hold for all nodes together. */
  limits: LimitFactory
  /** For requests that need what this process does not have yet. */
  primaryMarkets: Markets
}
