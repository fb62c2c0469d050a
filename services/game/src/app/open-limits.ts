import { openDatabase } from '@bullring/server/db/open-database'
import { createLimitStore } from '@bullring/server/limits/limit-store'
import { SharedLimits } from '@bullring/server/limits/shared-limits'
import type { Logger } from 'pino'
import type { GameConfig } from '../config.ts'
import type { Metrics } from '../metrics/create-metrics.ts'

/** An exchange that takes longer leaves each node to count alone. */
const TIMEOUT_MS = 2_000

export type OpenLimits = { limits: SharedLimits; close: () => Promise<void> }

/** Opens the limits that all nodes share. Their connection is separate: they must hold when the others are busy. */
export function openLimits(
  { databaseUrl }: Pick<GameConfig, 'databaseUrl'>,
  log: Logger,
  metrics: Pick<Metrics, 'limitNodes'>,
): OpenLimits {
  const db = openDatabase<object>({
    url: databaseUrl,
    applicationName: 'bullring-game-limits',
    onIdleError: () => undefined,
    maxConnections: 1,
    timeoutMs: TIMEOUT_MS,
  })
  const limits = new SharedLimits({
    store: createLimitStore(db),
    log,
    onNodes: metrics.limitNodes,
  })
  return { limits, close: () => db.destroy() }
}
