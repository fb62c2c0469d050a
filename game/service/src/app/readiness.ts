import type { MonitoringDeps } from '@bullring/server/metrics/monitoring.operations'
import { sql } from 'kysely'
import type { GameConfig } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import type { MarketSlot } from './markets/market-slot.ts'

type Readiness = Pick<MonitoringDeps, 'probes' | 'reasons' | 'isReady'>

type ReadinessDeps = {
  config: Pick<GameConfig, 'roles' | 'keeper'>
  slots: readonly MarketSlot[]
  db: Database
}

/**
 * Returns the probes of the process and of its markets. Those of several markets have the symbol in their names, and one
 * market that works is enough: a failed one must not take the others out of service.
 */
export function readiness({ config, slots, db }: ReadinessDeps): Readiness {
  const database = () => sql`select 1`.execute(db).then(() => true)
  const markets = slots.map((slot) => ofMarket(slot, config, slots.length > 1))
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

/** Components of a process, by its roles: nothing else can be down in it. */
function componentsOf({ kind }: MarketSlot['config'], config: ReadinessDeps['config']) {
  const isIndexing = config.roles.has('index')
  const hasKeeper = config.keeper !== null
  return [
    ...(isIndexing || hasKeeper ? ['chain'] : []),
    'index',
    ...(isIndexing ? ['audit'] : []),
    ...(hasKeeper && kind === 'bullring' ? ['keeper'] : []),
  ]
}

function ofMarket(slot: MarketSlot, config: ReadinessDeps['config'], isOneOfSeveral: boolean) {
  const { symbol } = slot.config
  const nameOf = (component: string) => (isOneOfSeveral ? `${component} ${symbol}` : component)
  const probes = componentsOf(slot.config, config).map((component) => [
    nameOf(component),
    () => slot.market?.health.probes[component]?.() ?? false,
  ])
  const reason = () => (slot.market === null ? slot.problem : slot.market.health.indexReason())
  return { probes: Object.fromEntries(probes), reasons: { [nameOf('index')]: reason } }
}
