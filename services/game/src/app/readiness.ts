import type { MonitoringDeps } from '@bullring/server/metrics/monitoring.operations'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import type { MarketSlot } from './market-slot.ts'

type Readiness = Pick<MonitoringDeps, 'probes' | 'reasons' | 'isReady'>

type ReadinessDeps = { hasKeeper: boolean; slots: readonly MarketSlot[]; db: Database }

const COMPONENTS = ['chain', 'index', 'audit'] as const

/**
 * Returns the probes of the process and of its markets. Those of several markets have the symbol in their names, and one
 * market that works is enough: a failed one must not take the others out of service.
 */
export function readiness({ hasKeeper, slots, db }: ReadinessDeps): Readiness {
  const database = () => sql`select 1`.execute(db).then(() => true)
  const markets = slots.map((slot) => ofMarket(slot, hasKeeper, slots.length > 1))
  return {
    probes: Object.assign({}, ...markets.map(({ probes }) => probes), { database }),
    reasons: Object.assign({}, ...markets.map(({ reasons }) => reasons)),
    ...(slots.length > 1 && {
      isReady: (components) =>
        components['database'] === 'up' &&
        markets.some(({ probes }) =>
          Object.keys(probes).every((name) => components[name] === 'up'),
        ),
    }),
  }
}

function ofMarket(slot: MarketSlot, hasKeeper: boolean, isOneOfSeveral: boolean) {
  const { symbol, kind } = slot.marketConfig
  const nameOf = (component: string) => (isOneOfSeveral ? `${component} ${symbol}` : component)
  const names = hasKeeper && kind === 'bullring' ? [...COMPONENTS, 'keeper'] : COMPONENTS
  const probes = names.map((component) => [
    nameOf(component),
    () => slot.runtime?.health.probes(hasKeeper)[component]?.() ?? false,
  ])
  const reason = () => (slot.runtime === null ? slot.problem : slot.runtime.health.indexReason())
  return { probes: Object.fromEntries(probes), reasons: { [nameOf('index')]: reason } }
}
