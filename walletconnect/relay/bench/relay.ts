import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { printLine as print, quantile, report } from '@bullring/stack/bench/report'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { cpuMs, memoryKib } from '@bullring/stack/processes/process-usage'
import { startProgram, startRelayProcess } from '../src/testing/relay-process.ts'
import { openTestStore, STORES, type TestStore } from '../src/testing/start-test-relay.ts'
import { connectPairs, type Pairs } from './load-clients.ts'

/**
 * Measures one node: memory of an idle socket, and the time from a publication to its arrival at the other side, for
 * several numbers of sockets with the same load. The memory store is the baseline: the rest of the relay is the same. Then
 * compares the relay with a plain one of 150 lines (`reference-relay.ts`), in turn.
 * This process is the load generator, relay and store are others. The CPU time of each is printed, because on a busy
 * machine it says more than the times.
 *
 * Usage: npm run bench:relay [-- <stores> <numbers of sockets>], such as `memory,postgres 100,5000`, or `postgres -`
 */

const [, , stores = STORES.join(','), numbers = '100,1000,5000'] = process.argv
/** None for `-`: only the comparison. */
const SOCKETS = numbers === '-' ? [] : numbers.split(',').map(Number)
const MESSAGES_PER_SECOND = 5_000
const SECONDS = 10
/** Topics of all sockets together: the number of sockets is all that changes. */
const TOPICS = 2_500

/** Comparisons with the reference, each of both in turn. */
const ROUNDS = 5
const COMPARED = { sockets: 100, seconds: 5 }
const TARGET_CPU_RATIO = 1
const TARGET_P95_MS = 60

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

type Kind = 'relay' | 'reference'
type Compared = { cpuUs: number; p95Ms: number }

/** Measures the CPU time per message of a relay, and the time to the arrival. */
async function measureKind(kind: Kind, store: TestStore): Promise<Compared> {
  const variables = { ...store.variables, LOG_LEVEL: 'error' }
  const reference = fileURLToPath(new URL('./reference-relay.ts', import.meta.url))
  const { child, url } =
    kind === 'relay'
      ? await startRelayProcess(variables)
      : await startProgram([reference, store.variables['RELAY_DATABASE_URL'] ?? 'memory'], {})
  const pairs = await connectPairs(url, { sockets: COMPARED.sockets, topics: TOPICS })
  await pairs.run(MESSAGES_PER_SECOND, 1)
  const before = await cpuMs(child.pid)
  const { times, lost } = await pairs.run(MESSAGES_PER_SECOND, COMPARED.seconds)
  const cpuUs = (((await cpuMs(child.pid)) - before) * 1_000) / times.length
  if (lost > 0) throw new Error(`${lost} messages were lost.`)
  pairs.close()
  await child.stop()
  return { cpuUs, p95Ms: quantile(times, 0.95) }
}

/** Compares the relay with the reference on fresh stores, in turn: the machine is as busy for both. */
async function compare(kind: (typeof STORES)[number], adminUrl: string): Promise<void> {
  const results: Record<Kind, Compared>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = async (which: Kind) => {
      const store = await openTestStore(kind, adminUrl)
      const result = await measureKind(which, store)
      await store.drop()
      return result
    }
    const relay = await measured('relay')
    const reference = await measured('reference')
    results.push({ relay, reference })
    const shown = ({ cpuUs, p95Ms }: Compared) =>
      `${cpuUs.toFixed(0)} µs, p95 ${p95Ms.toFixed(1)} ms`
    print(`${kind}, relay ${shown(relay)}; reference ${shown(reference)}`)
  }
  const ratios = results.map(({ relay, reference }) => relay.cpuUs / reference.cpuUs)
  report({
    what: `${kind}, ${COMPARED.sockets} sockets: CPU per message, compared with a plain relay`,
    unit: 'times',
    target: TARGET_CPU_RATIO,
    bound: 'at most',
    reached: quantile(ratios, 0.5),
    worst: Math.max(...ratios),
  })
  const p95s = results.map(({ relay }) => relay.p95Ms)
  report({
    what: `${kind}, ${COMPARED.sockets} sockets: p95 to the arrival`,
    unit: 'ms',
    target: TARGET_P95_MS,
    bound: 'at most',
    reached: quantile(p95s, 0.5),
    worst: Math.max(...p95s),
  })
}

printLoad('before')
const postgres = await startTemporaryPostgres({ isDurable: true })
try {
  for (const kind of STORES.filter((each) => stores.split(',').includes(each))) {
    const store = await openTestStore(kind, postgres.adminUrl)
    const pid = kind === 'postgres' ? postgres.child.pid : store.serverPid
    for (const count of SOCKETS) await measure(store, pid, count)
    await store.drop()
    if (kind !== 'nats') await compare(kind, postgres.adminUrl)
  }
} finally {
  await postgres.stop()
}
printLoad('after')
process.exit()
