import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import type { Child } from '@bullring/stack/processes/child'
import { startChild } from '@bullring/stack/processes/child'
import * as z from 'zod'
import type { BenchDatabases } from '../bench-database.ts'
import type { LiveGame } from './live-game.ts'
import { startLiveGame } from './live-game.ts'

const BLOCKS = 200
const TARGET_MESSAGE_MS = 100
/** Blocks arrive at any time between two polls. */
const MAX_PAUSE_MS = 250

const CLIENTS = 5_000
const BROADCASTS = 20
const BROADCAST_PAUSE_MS = 1_000
const TARGET_BROADCAST_MS = 250
const TARGET_RSS_KIB = 24
/** Long enough for the service to free what opening the connections allocated. */
const SETTLE_MS = 5_000

const Opened = z.object({ opened: z.number() })
const Received = z.object({ receivedAtMs: z.array(z.number()) })

/** Measures the delay from a block at the node to the message at a client, at the default poll interval. */
export async function benchLive(databases: BenchDatabases): Promise<void> {
  await using game = await startLiveGame(await databases.create('live'))
  await using listeners = await openListeners(game, 1)
  const delays: number[] = []
  for (let block = 0; block < BLOCKS; block += 1) {
    delays.push(...(await broadcast(game, listeners.child)))
    await sleep(Math.random() * MAX_PAUSE_MS)
  }
  printLine(`block to message over ${BLOCKS} blocks: p50 ${quantile(delays, 0.5).toFixed(1)} ms`)
  report({
    what: 'block to message, p95',
    unit: 'ms',
    target: TARGET_MESSAGE_MS,
    bound: 'at most',
    reached: quantile(delays, 0.95),
  })
}

/** Measures memory per client and broadcast delay with many clients on one process. */
export async function benchClients(databases: BenchDatabases): Promise<void> {
  await using game = await startLiveGame(await databases.create('clients'))
  {
    await using few = await openListeners(game, 100)
    for (let turn = 0; turn < BROADCASTS; turn += 1) await broadcast(game, few.child)
  }
  await sleep(SETTLE_MS)
  const beforeKib = await rssKib(game.pid)
  await using all = await openListeners(game, CLIENTS)
  await sleep(SETTLE_MS)
  const openKib = await rssKib(game.pid)
  const delays: number[] = []
  const spreads: number[] = []
  for (let turn = 0; turn < BROADCASTS; turn += 1) {
    const received = await broadcast(game, all.child)
    delays.push(...received)
    const first = Math.min(...received)
    spreads.push(...received.map((delay) => delay - first))
    await sleep(BROADCAST_PAUSE_MS)
  }
  const afterKib = await rssKib(game.pid)
  printLine(
    `${CLIENTS} clients: p95 ${quantile(delays, 0.95).toFixed(0)} ms after the block was requested`,
  )
  printLine(
    `memory of each before the first broadcast: ${((openKib - beforeKib) / CLIENTS).toFixed(1)} KiB`,
  )
  report({
    what: `broadcast to ${CLIENTS} clients, p95 after the first client`,
    unit: 'ms',
    target: TARGET_BROADCAST_MS,
    bound: 'at most',
    reached: quantile(spreads, 0.95),
  })
  report({
    what: 'memory per client',
    unit: 'KiB',
    target: TARGET_RSS_KIB,
    bound: 'at most',
    reached: (afterKib - beforeKib) / CLIENTS,
  })
}

/** Returns each listener's delay after a new block. */
async function broadcast(game: LiveGame, { process: listeners }: Child): Promise<number[]> {
  listeners.send({ kind: 'listen' })
  const received = once(listeners, 'message')
  const requestedAtMs = await game.minePrice()
  const [message] = await received
  return z.parse(Received, message).receivedAtMs.map((atMs) => atMs - requestedAtMs)
}

async function openListeners({ port }: LiveGame, clients: number) {
  const child = startChild({
    name: 'the listeners',
    command: process.execPath,
    args: [fileURLToPath(new URL('./stream-client.ts', import.meta.url)), `${port}`, `${clients}`],
    withIpc: true,
  })
  const [message] = await Promise.race([
    once(child.process, 'message'),
    child.exited.then((how) => Promise.reject(new Error(`${how}\n${child.lastOutput()}`))),
  ])
  z.parse(Opened, message)
  return { child, [Symbol.asyncDispose]: () => child.stop() }
}

async function rssKib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1])
}
