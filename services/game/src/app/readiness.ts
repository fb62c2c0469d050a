import type { MonitoringDeps } from '@bullring/server/metrics/monitoring.operations'
import { sql } from 'kysely'
import type { GameConfig } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import type { MarketRuntime } from './market-runtime.ts'

type ReadinessDeps = {
  config: Pick<GameConfig, 'keeper'>
  all: readonly Pick<MarketRuntime, 'health'>[]
  db: Database
}

/** Returns the probes of the process and of its market. */
export function readiness({
  config,
  all,
  db,
}: ReadinessDeps): Pick<MonitoringDeps, 'probes' | 'reasons'> {
  const database = () => sql`select 1`.execute(db).then(() => true)
  const [market] = all
  return {
    probes: { ...market?.health.probes(config.keeper !== null), database },
    reasons: { ...(market && { index: market.health.indexReason }) },
  }
}
