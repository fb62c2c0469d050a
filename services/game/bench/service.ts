import { benchBackfill } from './backfill.ts'
import type { BenchDatabases } from './bench-database.ts'
import { startBenchDatabases } from './bench-database.ts'
import { benchEndpoints } from './endpoints.ts'
import { benchLeaderboard } from './leaderboard.ts'
import { benchClients, benchLive } from './live.ts'
import { printLine } from './report.ts'
import { benchTraffic, TRAFFIC } from './traffic.ts'

/** Numbers that replace those of {@link TRAFFIC}. */
const sizes: Record<string, number> = { ...TRAFFIC }
const args = process.argv.slice(2)
for (const flag of args.filter((arg) => arg.startsWith('--'))) {
  const [name = '', value] = flag.slice(2).split('=')
  if (sizes[name] === undefined || !(Number(value) > 0)) {
    printLine(`Unknown flag: ${flag}. There are: --${Object.keys(TRAFFIC).join('=, --')}=.`)
    process.exit(2)
  }
  sizes[name] = Number(value)
}

/**
 * Measures index, read endpoints and live events against their targets, and against a baseline of the
 * same run where there is one, because ratios vary less between machines than absolute values.
 *
 * Usage: npm run bench:service -- [benchmark ...] [--rounds=20 --betsPerRound=500 ...: sizes of `traffic`]
 */
const BENCHMARKS: Readonly<Record<string, (databases: BenchDatabases) => Promise<void>>> = {
  http: benchEndpoints,
  backfill: benchBackfill,
  leaderboard: benchLeaderboard,
  live: benchLive,
  clients: benchClients,
  traffic: (databases) => benchTraffic(databases, { ...TRAFFIC, ...sizes }),
}

const requested = args.filter((arg) => !arg.startsWith('--'))
const unknown = requested.filter((name) => BENCHMARKS[name] === undefined)
if (unknown.length > 0) {
  printLine(
    `Unknown benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`,
  )
  process.exit(2)
}
await using resources = new AsyncDisposableStack()
const databases = await startBenchDatabases()
resources.defer(databases.stop)
for (const [name, bench] of Object.entries(BENCHMARKS)) {
  if (requested.length === 0 || requested.includes(name)) await bench(databases)
}
