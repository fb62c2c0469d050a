import { LOCAL_LIMITS, type OpenLimits, openLimits } from '@bullring/server/limits/open-limits'
import type { Logger } from 'pino'
import type { RelayConfig } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Metrics } from '../metrics/create-metrics.ts'

const LOCAL: OpenLimits = {
  limits: LOCAL_LIMITS,
  run: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

/**
 * Opens the limits that all nodes share through the configured database. Without one, this node counts alone.
 *
 * @throws {DatabaseUnusableError}
 */
export async function openSharedLimits(
  { limitsDatabaseUrl: databaseUrl, store }: RelayConfig,
  log: Logger,
  metrics: Pick<Metrics, 'limitNodes'>,
): Promise<OpenLimits> {
  if (databaseUrl === null) return LOCAL
  // Mailboxes migrate their own database.
  if (store.kind !== 'postgres') {
    const db = await openDatabase(databaseUrl, () => undefined)
    await db.destroy()
  }
  return openLimits({ databaseUrl, service: 'relay', log, metrics })
}
