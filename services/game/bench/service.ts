import { benchBackfill } from './backfill.ts'
import type { BenchDatabases } from './bench-database.ts'
import { startBenchDatabases } from './bench-database.ts'
import { benchEndpoints } from './endpoints.ts'
import { benchLeaderboard } from './leaderboard.ts'
import { benchClients, benchLive } from './live.ts'
import { say } from './report.ts'

/**
 * Cost of the index, the read endpoints and the live events, each beside its target, and beside a
 * baseline of the same run where there is one, because machines differ and ratios hardly do.
 *
 * Usage: npm run bench:service -- [part ...]
 */
const PARTS: Readonly<Record<string, (databases: BenchDatabases) => Promise<void>>> = {
  http: benchEndpoints,
  backfill: benchBackfill,
  leaderboard: benchLeaderboard,
  live: benchLive,
  clients: benchClients,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => PARTS[name] === undefined)
if (unknown.length > 0) {
  say(`Unknown part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
await using parts = new AsyncDisposableStack()
const databases = await startBenchDatabases()
parts.defer(databases.stop)
for (const [name, bench] of Object.entries(PARTS)) {
  if (asked.length === 0 || asked.includes(name)) await bench(databases)
}
