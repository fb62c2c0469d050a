import { loadavg } from 'node:os'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { cpuMs, memoryKib } from '@bullring/stack/processes/process-usage'
import { startRelayProcess } from '../src/testing/relay-process.ts'
import { openTestStore, STORES, type TestStore } from '../src/testing/start-test-relay.ts'
import { connectPairs, type Pairs } from './load-clients.ts'

/**
 * Measures one node: memory of an idle socket, and the time from a publication to its arrival at the other side, for
 * several numbers of sockets with the same load. The memory store is the baseline: the rest of the relay is the same.
 * This process is the load generator, relay and store are others. The CPU time of each is printed, because on a busy
 * machine it says more than the times.
 *
 * Usage: npm run bench:relay [-- <stores> <numbers of sockets>], such as `memory,postgres 100,5000`
 */

const [, , stores = STORES.join(','), numbers = '100,1000,5000'] = process.argv
const SOCKETS = numbers.split(',').map(Number)
const MESSAGES_PER_SECOND = 5_000
const SECONDS = 10
/** Topics of all sockets together: the number of sockets is all that changes. */
const TOPICS = 2_500

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function printLoad(when: string): void {
  const averages = loadavg().map((load) => load.toFixed(1))
  print(`load of the machine ${when}: ${averages.join(' ')}`)
}

function share(sorted: readonly number[], part: number): string {
  return `${(sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)} ms`
}

type Processes = { relay: number; store: number | null }

async function cpuTimes({ relay, store }: Processes) {
  const { user, system } = process.cpuUsage()
  return {
    relay: await cpuMs(relay),
    store: store === null ? 0 : await cpuMs(store),
    generator: (user + system) / 1_000,
  }
}

async function measureLoad(processes: Processes, pairs: Pairs): Promise<string> {
  const before = await cpuTimes(processes)
  const { times, lost, doubled } = await pairs.run(MESSAGES_PER_SECOND, SECONDS)
  const after = await cpuTimes(processes)
  const cpu = (name: keyof typeof before) =>
    `${name} ${(((after[name] - before[name]) * 1_000) / times.length).toFixed(0)}`
  times.sort((first, second) => first - second)
  return [
    `p50 ${share(times, 0.5)}`,
    `p95 ${share(times, 0.95)}`,
    `p99 ${share(times, 0.99)}`,
    `µs CPU per message: ${cpu('relay')}, ${cpu('store')}, ${cpu('generator')}`,
    `${lost} lost, ${doubled} doubled`,
  ].join('; ')
}

async function measure(store: TestStore, storePid: number | null, count: number): Promise<void> {
  const variables = { ...store.variables, LOG_LEVEL: 'error' }
  const { child, url } = await startRelayProcess(variables)
  // Subscribes to as many topics: the memory that reading their mailboxes takes once is not that of idle sockets.
  const warmUp = await connectPairs(url, { sockets: 100, topics: TOPICS })
  await warmUp.run(1_000, 2)
  const before = await memoryKib(child.pid)
  const pairs = await connectPairs(url, { sockets: count, topics: TOPICS })
  const perSocket = ((await memoryKib(child.pid)) - before) / count
  print(
    `${store.variables['RELAY_STORE']}, ${count} sockets: ${perSocket.toFixed(1)} KiB per idle socket`,
  )
  const result = await measureLoad({ relay: child.pid, store: storePid }, pairs)
  print(`  ${MESSAGES_PER_SECOND} messages/s: ${result}`)
  pairs.close()
  warmUp.close()
  await child.stop()
}

printLoad('before')
const postgres = await startTemporaryPostgres({ isDurable: true })
try {
  for (const kind of STORES.filter((each) => stores.split(',').includes(each))) {
    const store = await openTestStore(kind, postgres.adminUrl)
    const pid = kind === 'postgres' ? postgres.child.pid : store.serverPid
    for (const count of SOCKETS) await measure(store, pid, count)
    await store.drop()
  }
} finally {
  await postgres.stop()
}
printLoad('after')
process.exit()
