import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '@bullring/cluster/cluster'
import { CLUSTER_PORTS, planCluster } from '@bullring/cluster/plan'
import { findPorts } from '@bullring/cluster/processes/find-ports'
import { printLine, quantile } from '@bullring/stack/bench/report'
import { startChild } from '@bullring/stack/processes/child'
import { numberToHex } from 'viem'
import * as z from 'zod'
import {
  startTestChain,
  TEST_KEEPER_KEY,
  type TestChain,
} from '../src/testing/chain/start-test-chain.ts'
import { gameVariables, startGameProcess } from '../src/testing/start-game-service.ts'
import { startBenchDatabases } from './bench-database.ts'
import { fillIndex } from './fill-index.ts'
import { load } from './load.ts'

/**
 * Measures a cluster beside one process, with the same data and on the same cores: `npm run bench:cluster`. Clients, load
 * balancer, databases and chain run on them too, so what counts is the ratio.
 */
const ROUNDS = 60
const BETS_PER_ROUND = 3_000
const CONNECTIONS = [50, 200]
const LOAD_MS = 4_000
const WARM_UP_MS = 1_000
const CLIENTS = [1_000, 3_000]
const BROADCASTS = 15
const USD = 100_000_000n

const LIMITS = { RATE_LIMIT_PER_MINUTE: '1000000', GAME_STREAMS_PER_IP: '100000' }
const Ready = z.object({ url: z.string() })
const Received = z.object({ receivedAtMs: z.array(z.number()) })

await using resources = new AsyncDisposableStack()
const chain = await startTestChain()
resources.defer(chain.stop)
let time = chain.schedule.genesisTimestamp + ROUNDS * chain.schedule.intervalSeconds + 10
await chain.push(600n * USD, time)
const history = { rounds: ROUNDS, betsPerRound: BETS_PER_ROUND }
const databases = await startBenchDatabases()
resources.defer(databases.stop)

printLine(`${availableParallelism()} cores, ${ROUNDS} rounds of ${BETS_PER_ROUND} bets`)
await benchOne()
await benchCluster()

async function benchOne(): Promise<void> {
  const url = await databases.create('one')
  await fillIndex(url, chain, history)
  const game = startGameProcess(chain, url, LIMITS)
  try {
    const [ready] = await once(game.process, 'message')
    await measure('one process', Number(new URL(z.parse(Ready, ready).url).port))
  } finally {
    await game.stop()
  }
}

async function benchCluster(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-cluster-'))
  await chmod(folder, 0o711)
  const cluster = await startCluster({
    folder,
    password: 'bench',
    plan: planCluster(await findPorts(CLUSTER_PORTS), 1),
    chain: { host: '127.0.0.1', port: Number(new URL(chain.rpcUrl).port) },
    variables: gameVariables(chain, '', { ...LIMITS, GAME_POLL_INTERVAL_MS: '' }),
    keeperKey: TEST_KEEPER_KEY,
    prepare: (url) => fillIndex(url, chain, history),
    report: () => undefined,
    signal: new AbortController().signal,
  })
  try {
    await measure('cluster', Number(new URL(cluster.url).port))
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(name: string, port: number): Promise<void> {
  const accounts = Array.from({ length: BETS_PER_ROUND }, (_, index) =>
    JSON.stringify({ user_address: numberToHex(index + 1, { size: 20 }) }),
  )
  const reads: readonly (readonly [string, readonly string[]])[] = [
    ['/api/live-round', ['{}']],
    ['/api/trade-stats', accounts],
    ['/api/trades-by-user', accounts],
  ]
  for (const [path, bodies] of reads) {
    const target = { port, method: 'POST' as const, path, body: '{}', bodies }
    for (const connections of CONNECTIONS) {
      await load(target, connections, WARM_UP_MS)
      const { perSecond, p50Ms, p99Ms, refused } = await load(target, connections, LOAD_MS)
      printLine(
        `| ${name} | ${path}, ${connections} connections | ${perSecond.toFixed(0)}/s | p50 ${p50Ms.toFixed(1)} ms | p99 ${p99Ms.toFixed(1)} ms | ${refused} refused |`,
      )
    }
  }
  for (const clients of CLIENTS) await measureStreams(name, port, clients)
}

/** Measures the time from a block with a new price to its event at each client. */
async function measureStreams(name: string, port: number, clients: number): Promise<void> {
  const program = fileURLToPath(new URL('./stream/stream-client.ts', import.meta.url))
  const args = [program, `${port}`, `${clients}`]
  const child = startChild({ name: 'clients', command: process.execPath, args, withIpc: true })
  try {
    await Promise.race([
      once(child.process, 'message'),
      child.exited.then((how) => Promise.reject(new Error(`${how}\n${child.lastOutput()}`))),
    ])
    const delays: number[] = []
    for (let turn = 0; turn < BROADCASTS; turn += 1) {
      child.process.send({ kind: 'listen' })
      const received = once(child.process, 'message')
      const minedAtMs = await minePrice(chain)
      const [message] = await received
      delays.push(...z.parse(Received, message).receivedAtMs.map((atMs) => atMs - minedAtMs))
    }
    const [p50, p95] = [quantile(delays, 0.5), quantile(delays, 0.95)]
    printLine(
      `| ${name} | block to event, ${clients} clients | ${clients} open | p50 ${p50.toFixed(0)} ms | p95 ${p95.toFixed(0)} ms |`,
    )
  } finally {
    await child.stop()
  }
}

/** Returns when the block was mined, on the clock that all processes of a machine share. */
async function minePrice({ push }: TestChain): Promise<number> {
  time += 1
  await push((600n + BigInt(time % 100)) * USD, time)
  return Number(process.hrtime.bigint()) / 1e6
}
