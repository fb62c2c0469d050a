import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { startRelayProcess } from '../src/testing/relay-process.ts'
import { openTestStore, STORES, type StoreKind } from '../src/testing/start-test-relay.ts'
import { connectPairs, type Pairs } from './load-clients.ts'

/**
 * Measures one node: memory of an idle socket, and the time from a publication to its arrival at the other side, for
 * several numbers of sockets with the same load. The memory store is the baseline: the rest of the relay is the same.
 *
 * Usage: npm run bench:relay
 */

const SOCKETS = [100, 1_000, 5_000]
const MESSAGES_PER_SECOND = 5_000
const SECONDS = 10
/** Topics of all sockets together: the number of sockets is all that changes. */
const TOPICS = 2_500

const MILLISECONDS_PER_TICK = 10
const PAGE_KIB = 4

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function memoryKib(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8')
  return Number(statm.split(' ')[1]) * PAGE_KIB
}

async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')'))
    .split(' ')
    .slice(12, 14)
    .map(Number)
  return (user + system) * MILLISECONDS_PER_TICK
}

function share(sorted: readonly number[], part: number): string {
  return `${(sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)} ms`
}

async function measureLoad(pid: number, pairs: Pairs): Promise<string> {
  const before = await cpuMs(pid)
  const { times, lost, doubled } = await pairs.run(MESSAGES_PER_SECOND, SECONDS)
  const perMessage = ((await cpuMs(pid)) - before) / times.length
  times.sort((first, second) => first - second)
  return [
    `p50 ${share(times, 0.5)}`,
    `p95 ${share(times, 0.95)}`,
    `p99 ${share(times, 0.99)}`,
    `${(perMessage * 1_000).toFixed(0)} µs CPU per message`,
    `${lost} lost, ${doubled} doubled`,
  ].join(', ')
}

async function measureStore(kind: StoreKind, adminUrl: string): Promise<void> {
  const store = await openTestStore(kind, adminUrl)
  for (const count of SOCKETS) {
    const { child, url } = await startRelayProcess({ ...store.variables, RELAY_LOG_LEVEL: 'error' })
    const warmUp = await connectPairs(url, { sockets: 100, topics: 100 })
    await warmUp.run(1_000, 2)
    const before = await memoryKib(child.pid)
    const pairs = await connectPairs(url, { sockets: count, topics: TOPICS })
    const perSocket = ((await memoryKib(child.pid)) - before) / count
    print(`${kind}, ${count} sockets: ${perSocket.toFixed(1)} KiB per idle socket`)
    print(`  ${MESSAGES_PER_SECOND} messages/s: ${await measureLoad(child.pid, pairs)}`)
    pairs.close()
    warmUp.close()
    await child.stop()
  }
  await store.drop()
}

print(
  `load of the machine before: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)
const postgres = await startTemporaryPostgres({ isDurable: true })
try {
  for (const kind of STORES) await measureStore(kind, postgres.adminUrl)
} finally {
  await postgres.stop()
}
print(
  `load of the machine after: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)
process.exit()
