import { resolve } from 'node:path'
import { printLine } from '@bullring/stack/bench/report'
import { benchBackfill } from './backfill/backfill.ts'
import type { BenchDatabases } from './bench-database.ts'
import { startBenchDatabases } from './bench-database.ts'
import { benchEndpoints } from './reads/endpoints.ts'
import { benchFreshness } from './reads/freshness.ts'
import { benchLeaderboard } from './reads/leaderboard.ts'
import { benchOverload } from './reads/overload.ts'
import { benchReads } from './reads/reads.ts'
import { benchTraffic, TRAFFIC } from './reads/traffic.ts'
import { benchBroadcast } from './stream/broadcast.ts'
import { benchLagging } from './stream/lagging.ts'
import { benchClients, benchLive } from './stream/live.ts'
import { benchSlowClients } from './stream/slow-clients.ts'
import { benchStorm } from './stream/storm.ts'

/** Numbers that replace those of {@link TRAFFIC}, the bets of `endpoints` and `backfill`, and the clients of `slow`, `lagging` and `storm`. */
const sizes: Record<string, number> = { ...TRAFFIC, bets: 1_000_000, clients: 5_000 }
const KEEP = '--keep='
const READS = '--reads='
const isText = (arg: string) => arg.startsWith(KEEP) || arg.startsWith(READS)
const args = process.argv.slice(2).filter((arg) => !isText(arg))
const textOf = (flag: string) =>
  process.argv.find((arg) => arg.startsWith(flag))?.slice(flag.length)
const kept = textOf(KEEP)
const folder = kept === undefined ? undefined : resolve(kept)
for (const flag of args.filter((arg) => arg.startsWith('--'))) {
  const [name = '', value] = flag.slice(2).split('=')
  if (sizes[name] === undefined || !(Number(value) > 0)) {
    printLine(
      `Unknown flag: ${flag}. There are: ${KEEP}, ${READS}, --${Object.keys(sizes).join('=, --')}=.`,
    )
    process.exit(2)
  }
  sizes[name] = Number(value)
}

/**
 * Measures index, read endpoints and live events against their targets, and against a baseline of the
 * same run where there is one, because ratios vary less between machines than absolute values.
 *
 * Usage: npm run bench:service -- [benchmark ...] [--rounds=20 --betsPerRound=500 ...: sizes of `traffic`]
 *   [--bets=10000000: size of `endpoints`, and the longest of `backfill`]
 *   [--keep=<path>: folder of the databases, kept after the run; `endpoints` reuses those it has filled]
 *   [--reads=profit-line: measures only those reads of `endpoints` whose names have this text]
 */
const BENCHMARKS: Readonly<Record<string, (databases: BenchDatabases) => Promise<void>>> = {
  http: benchEndpoints,
  endpoints: (databases) => benchReads(databases, sizes['bets'] ?? 0, textOf(READS)),
  backfill: (databases) => benchBackfill(databases, sizes['bets'] ?? 0),
  leaderboard: benchLeaderboard,
  live: benchLive,
  freshness: benchFreshness,
  clients: benchClients,
  broadcast: benchBroadcast,
  slow: (databases) => benchSlowClients(databases, sizes['clients'] ?? 0),
  lagging: (databases) => benchLagging(databases, sizes['clients'] ?? 0),
  storm: (databases) => benchStorm(databases, sizes['clients'] ?? 0),
  overload: benchOverload,
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
const databases = await startBenchDatabases(folder)
resources.defer(databases.stop)
for (const [name, bench] of Object.entries(BENCHMARKS)) {
  if (requested.length === 0 || requested.includes(name)) await bench(databases)
}
