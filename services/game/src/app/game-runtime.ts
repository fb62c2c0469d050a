import type { SharedLimits } from '@bullring/server/limits/shared-limits'
import type { Logger } from 'pino'
import type { GameConfig } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import type { Markets } from './markets.ts'

/** What one process has once, whatever the number of its markets. */
export type GameRuntime = {
  config: GameConfig
  log: Logger
  metrics: Metrics
  /** Invitations, which all markets share. */
  db: Database
  markets: Markets
  /** Limits that hold for all nodes together. */
  limits: SharedLimits
}
