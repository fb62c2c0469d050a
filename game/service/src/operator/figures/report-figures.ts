import type { OperatorKeeper, OperatorNode, OperatorReport } from '@bullring/game-api/operator'
import { increaseOf, p95Of } from './day-ring.ts'
import { onlyValue, type Series, seriesOf } from './parse-metrics.ts'
import { nodeKey, type Sample, type Scrape } from './sample.ts'

const QUARTER_S = 900

/** Returns the components of a service that do not work. */
export function downOf(series: readonly Series[]): string[] {
  return seriesOf(series, 'component_up')
    .filter(({ value }) => value === 0)
    .map(({ labels }) => labels['component'] ?? '')
}

/** Returns the keepers of all services, one for each market. */
export function keepersOf(scrapes: readonly Scrape[]): OperatorKeeper[] {
  return scrapes.flatMap((scrape) => {
    if (scrape.state !== 'up') return []
    const { name: service, series } = scrape
    return seriesOf(series, 'keeper_alarm', { alarm: 'balance-low' }).map(({ labels }) =>
      keeperOf(series, service, labels['market'] ?? ''),
    )
  })
}

function keeperOf(series: readonly Series[], service: string, market: string): OperatorKeeper {
  const up = seriesOf(series, 'component_up', { component: /^keeper( .+)?$/ })
  // With several markets the name has the symbol.
  const own = up.find(({ labels }) => labels['component'] === `keeper ${market}`) ?? up[0]
  return {
    market,
    service,
    is_running: own?.value === 1,
    alarms: seriesOf(series, 'keeper_alarm', { market })
      .filter(({ value }) => value === 1)
      .map(({ labels }) => labels['alarm'] ?? ''),
    balance: onlyValue(series, 'keeper_balance_coins', { market }),
    gas_price_gwei: onlyValue(series, 'keeper_gas_price_gwei', { market }),
    settled_at: onlyValue(series, 'keeper_settled_at_seconds', { market }),
    waiting: onlyValue(series, 'keeper_waiting_strikes', { market }),
  }
}

/** Returns the nodes of this process, with their requests in `lastHour`. */
export function nodesOf(
  urls: readonly string[],
  series: readonly Series[],
  lastHour: readonly Sample[],
): OperatorNode[] {
  return urls.map((url, index) => {
    const node = index + 1
    const of = (outcome: string) => increaseOf(lastHour, nodeKey(node, outcome)) ?? 0
    return {
      place: node,
      host: new URL(url).host,
      is_left_out: onlyValue(series, 'node_left_out', { node: `${node}` }) === 1,
      answered: of('answered'),
      refused: of('refused'),
      failed: of('failed'),
    }
  })
}

/** Returns the relayer of smart accounts; null where no service has one. */
export function relayerOf(series: readonly Series[]): OperatorReport['relayer'] {
  const balance = onlyValue(series, 'bundler_relayer_balance_bnb')
  if (balance === null) return null
  return {
    balance,
    is_low: onlyValue(series, 'bundler_relayer_balance_low') === 1,
    budget: onlyValue(series, 'bundler_budget_bnb') ?? 0,
    spent: onlyValue(series, 'bundler_budget_spent_bnb') ?? 0,
  }
}

/** Returns errors and request times by quarters of an hour, oldest first. */
export function loadOf(samples: readonly Sample[]): OperatorReport['load'] {
  const quarters = Map.groupBy(samples.keys(), (index) =>
    Math.floor((samples[index]?.atS ?? 0) / QUARTER_S),
  )
  return [...quarters].map(([quarter, indexes]) => {
    const [first = 0] = indexes
    // Increases begin at the last sample of the quarter before.
    const part = samples.slice(Math.max(first - 1, 0), first + indexes.length)
    const p95 = p95Of(part)
    return {
      at: quarter * QUARTER_S,
      errors: increaseOf(part, 'errors') ?? 0,
      p95_ms: p95 === null || !Number.isFinite(p95) ? p95 && SLOWEST_MS : p95 * 1_000,
    }
  })
}

/** Stands for all that is slower than the last bucket. */
const SLOWEST_MS = 10_000
