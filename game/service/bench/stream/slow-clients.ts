import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import { memoryKib } from '@bullring/stack/processes/process-usage'
import type { Database } from '../../src/db/open-database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { BenchDatabases } from '../bench-database.ts'
import { journalRounds } from './journal-rounds.ts'
import { type LiveGame, startLiveGame } from './live-game.ts'
import { type Crowd, type Received, startCrowd } from './start-crowd.ts'

const SILENT_SHARE = 0.1
const TURNS = 20
/** Rounds whose events are sent at once: as many as the service sends without a reset. */
const ROUNDS = 50
/** Bytes that the system holds for a connection besides `tcp_notsent_lowat`: those on their way, and those that the client has received. */
const RECEIVE_BYTES = 65_536
/** With more, hundreds of silent clients take the memory that the system has for all connections. */
const MAX_HELD_BYTES = 1_048_576
const NAMESPACE =
  "sudo unshare --net sh -c 'ip link set lo up; sysctl -w net.ipv4.tcp_notsent_lowat=131072; npm run bench:service slow'"
const METRICS_TOKEN = 'a-token-of-the-operator'
const DROP_TIMEOUT_MS = 60_000
const CHECK_MS = 200
/** Bytes that each silent client may hold at most, and as much again for the collector of garbage. */
const TARGET_MIB_PER_SILENT = 1
const TARGET_SLOWDOWN = 2

type Result = { delays: number[]; mibBefore: number; mibAfter: number; dropped: number }

/**
 * Measures what clients that read nothing cost the service and the others.
 *
 * @throws {Error} when one of the others misses an event, or a silent one is not dropped; when the system holds megabytes for each.
 */
export async function benchSlowClients(databases: BenchDatabases, clients: number): Promise<void> {
  const heldBytes = await readHeldBytes()
  if (heldBytes > MAX_HELD_BYTES) throw new Error(`Set a lower tcp_notsent_lowat: ${NAMESPACE}`)
  const silent = Math.round(clients * SILENT_SHARE)
  const readers = clients - silent
  const alone = await play(await databases.create('slow_alone'), { readers, silent: 0, heldBytes })
  const beside = await play(await databases.create('slow_beside'), { readers, silent, heldBytes })
  print(`${readers} readers`, alone)
  print(`${readers} readers, ${silent} silent clients`, beside)
  if (beside.dropped < silent) throw new Error(`${beside.dropped} of ${silent} were dropped.`)
  const added = beside.mibAfter - beside.mibBefore - (alone.mibAfter - alone.mibBefore)
  report({
    what: 'memory that silent clients add, each',
    unit: 'MiB',
    target: TARGET_MIB_PER_SILENT,
    bound: 'at most',
    reached: Math.max(added, 0) / silent,
  })
  report({
    what: 'block to price at readers beside silent clients, p99',
    unit: 'of that without',
    target: TARGET_SLOWDOWN,
    bound: 'at most',
    reached: quantile(beside.delays, 0.99) / quantile(alone.delays, 0.99),
  })
}

function print(name: string, { delays, mibBefore, mibAfter, dropped }: Result): void {
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)].map((ms) => ms.toFixed(0))
  printLine(
    `${name}: block to price p50 ${p50} ms, p99 ${p99} ms; most memory ${mibBefore.toFixed(0)} MiB before, ${mibAfter.toFixed(0)} MiB after; ${dropped} dropped`,
  )
}

async function play(
  url: string,
  { readers, silent, heldBytes }: { readers: number; silent: number; heldBytes: number },
): Promise<Result> {
  await using resources = new AsyncDisposableStack()
  const db = openDatabase(url, () => undefined)
  resources.defer(() => db.destroy())
  const game = resources.use(
    await startLiveGame(url, { rounds: ROUNDS, variables: { METRICS_TOKEN: METRICS_TOKEN } }),
  )
  resources.use(await fillBuffers(db, game, { silent, heldBytes }))
  const crowd = resources.use(await startCrowd(game.port, { readers }))
  await hearPrice(game, crowd)
  const mibBefore = await memoryMib(game)
  let mibAfter = mibBefore
  const delays: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    await sendRounds(db, game, crowd)
    delays.push(...(await hearPrice(game, crowd)))
    mibAfter = Math.max(mibAfter, await memoryMib(game))
  }
  return { delays, mibBefore, mibAfter, dropped: await untilDropped(game, silent) }
}

async function memoryMib({ pid }: LiveGame): Promise<number> {
  return (await memoryKib(pid)) / 1_024
}

/** Connects silent clients, and fills what the system holds for them, so that the service has to hold the rest. */
async function fillBuffers(
  db: Database,
  game: LiveGame,
  { silent, heldBytes }: { silent: number; heldBytes: number },
): Promise<Crowd> {
  const crowd = await startCrowd(game.port, { readers: 1, silent })
  for (let bytes = 0; silent > 0 && bytes < heldBytes; ) bytes = await sendRounds(db, game, crowd)
  return crowd
}

/** Sends events of many rounds, and waits until all readers have them. Returns what each has received. */
async function sendRounds(db: Database, game: LiveGame, crowd: Crowd): Promise<number> {
  await journalRounds(db, ROUNDS)
  await game.minePrice()
  const received = await crowd.receive(game.newestPrice())
  requireComplete(received)
  return received.bytes
}

/** Returns how much of what a client does not read the system holds. */
async function readHeldBytes(): Promise<number> {
  const read = (name: string) => readFile(`/proc/sys/net/ipv4/${name}`, 'utf8')
  const [, , most] = (await read('tcp_wmem')).trim().split(/\s+/).map(Number)
  return Math.min(most ?? 0, Number(await read('tcp_notsent_lowat'))) + RECEIVE_BYTES
}

/** Returns the delay of a price at each reader. */
async function hearPrice(game: LiveGame, crowd: Crowd): Promise<number[]> {
  const minedAtMs = await game.minePrice()
  const received = await crowd.receive(game.newestPrice())
  requireComplete(received)
  return received.receivedAtMs.map((atMs) => atMs - minedAtMs)
}

function requireComplete({ faults, resets, closed }: Received): void {
  if (faults + resets + closed === 0) return
  throw new Error(`Readers had ${faults} faults, ${resets} resets, and ${closed} were closed.`)
}

/** Silent clients are dropped for their bytes, or after half a minute without events. */
async function untilDropped(game: LiveGame, silent: number): Promise<number> {
  const deadlineMs = performance.now() + DROP_TIMEOUT_MS
  let dropped = await readDropped(game)
  while (dropped < silent && performance.now() < deadlineMs) {
    await sleep(CHECK_MS)
    dropped = await readDropped(game)
  }
  return dropped
}

async function readDropped({ port }: LiveGame): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    signal: AbortSignal.timeout(DROP_TIMEOUT_MS),
  })
  const [, count] =
    /^bullring_stream_clients_dropped_total\{.*\} (\d+)$/m.exec(await response.text()) ?? []
  return Number(count)
}
