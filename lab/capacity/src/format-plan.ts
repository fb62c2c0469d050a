import type { Figures } from './figures.ts'
import type { Plan } from './plan.ts'
import type { SimulatedStation } from './simulate.ts'

export type CheckedPlan = { plan: Plan; simulated: readonly SimulatedStation[] }

const ADVICE: Readonly<Record<string, string>> = {
  'gas of the chain':
    'bets compete for blocks: longer rounds, bets in batches by smart accounts, or another chain. No server helps',
  'index leader and standby':
    'one process writes: a market per process, or several blocks per transaction',
  'PostgreSQL primary': 'faster disks, then a primary per market',
  'PostgreSQL of relay and wallet':
    'the relay on NATS (`RELAY_STORE=nats`), a database per service',
}

/** Writes the plans as tables of docs/scale.md. */
export function formatPlans(plans: readonly CheckedPlan[], figures: Figures): string {
  const [first] = plans
  const names = first?.plan.stations.map(({ name }) => name) ?? []
  const row = (name: string, of: (plan: CheckedPlan) => string) => [name, ...plans.map(of)]
  const demand = [
    row('online at the peak', ({ plan }) => count(plan.demand.online)),
    row('bets a day', ({ plan }) => count(plan.demand.betsPerDay)),
    row('bets/s before a lock', ({ plan }) => count(plan.demand.betsPerSecond)),
    row('reads/s before a lock', ({ plan }) =>
      count(Object.values(plan.demand.readsPerSecond).reduce((sum, each) => sum + each, 0)),
    ),
    row('live streams', ({ plan }) => count(plan.demand.streams)),
  ]
  const machines = [
    ...names.map((name) =>
      row(`${name}: cores (busy)`, ({ plan }) => {
        const station = plan.stations.find((each) => each.name === name)
        return `${station?.cores ?? 0} (${(station?.busy ?? 0).toFixed(2)})`
      }),
    ),
    row('connections to the PostgreSQL primary, at most', ({ plan }) => count(plan.connections)),
    row('memory, GB', ({ plan }) => count(plan.memoryGb)),
    row(`disk for ${figures.profile.limits.retentionDays.value} days, GB`, ({ plan }) =>
      count(plan.diskGb),
    ),
    row('egress a month, TB', ({ plan }) => plan.egressTb.toFixed(1)),
    row('**USD a month**', ({ plan }) => `**${count(plan.costPerMonth)}**`),
    row(
      'first bottleneck (used of what there can be)',
      ({ plan }) => `${plan.bottleneck.name} (${Math.round(plan.bottleneck.share * 100)} %)`,
    ),
  ]
  const stations = first?.simulated.map(({ name }) => name) ?? []
  const simulated = stations.map((name, index) =>
    row(name, (each) => {
      const station = each.simulated[index]
      return `${(station?.p99Ms ?? 0).toFixed(1)} of ${station?.boundMs ?? 0}`
    }),
  )
  const header = (title: string) => [
    title,
    ...plans.map(({ plan }) => `${count(plan.demand.players)} players a day`),
  ]
  const bottlenecks = [...new Set(plans.map(({ plan }) => plan.bottleneck.name))]
  return [
    table(header('Demand'), demand),
    table(header('Machines'), machines),
    table(header('Simulated p99, ms'), simulated),
    bottlenecks.map((name) => `- **${capitalized(name)}:** ${ADVICE[name] ?? ''}.`).join('\n'),
  ].join('\n\n')
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(header), `|---|${'---:|'.repeat(header.length - 1)}`, ...rows.map(line)].join('\n')
}

function count(value: number): string {
  const rounded =
    value >= 100 ? Number(value.toPrecision(3)) : Number(value.toFixed(value < 10 ? 1 : 0))
  return rounded.toLocaleString('en-US')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
