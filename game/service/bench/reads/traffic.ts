import { once } from 'node:events'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import { startBareServer } from '@bullring/stack/testing/start-bare-server'
import * as z from 'zod'
import { startTestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startGameProcess } from '../../src/testing/start-game-service.ts'
import type { BenchDatabases } from '../bench-database.ts'
import { fillIndex } from '../fill-index.ts'
import type { LoadResult } from '../load.ts'
import { load } from '../load.ts'
import { QUIET_ROUNDS } from './prepare-reads.ts'
import { type MinedBlocks, mineTraffic } from './traffic-blocks.ts'
import { accountOf, type TrafficRead, trafficReads } from './traffic-requests.ts'

/** Sizes that flags of the same names change, as in `--rounds=20`. */
export type Traffic = {
  /** Accounts that are read. */
  accounts: number
  rounds: number
  betsPerRound: number
  blockMs: number
  connections: number
  loadMs: number
  /** Measurements of each read, in turn with the bare server; their median counts. */
  turns: number
}

export const TRAFFIC: Traffic = {
  accounts: 1_000,
  rounds: 200,
  betsPerRound: 5_000,
  blockMs: 750,
  connections: 200,
  loadMs: 3_000,
  turns: 3,
}

const WARM_UP_MS = 1_000
/** Responses of each read, one of which the bare server repeats. */
const SAMPLES = 9
const TARGET_RATIO = 0.4
const TARGET_P99_MS = 60
/** Least share of blocks with a bet: the rules refuse a few around a lock. */
const MIN_BETS = 0.9

const Ready = z.object({ url: z.string() })

/** Measures every read of many visitors, relative to a bare node:http server, while each block has a bet and a price. */
export async function benchTraffic(databases: BenchDatabases, traffic: Traffic): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const chain = await startTestChain()
  resources.defer(chain.stop)
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  const newest = traffic.rounds + QUIET_ROUNDS
  await chain.push(60_000_000_000n, genesisTimestamp + newest * intervalSeconds + 10)
  await chain.mine()
  const url = await databases.create('traffic')
  const startMs = performance.now()
  await fillIndex(url, chain, traffic)
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1)
  printLine(`${traffic.rounds} rounds of ${traffic.betsPerRound} bets, filled in ${seconds} s`)
  const game = startGameProcess(chain, url, { RATE_LIMIT_PER_MINUTE: '1000000' })
  resources.defer(() => game.stop())
  const [ready] = await Promise.race([
    once(game.process, 'message'),
    game.exited.then((how) => Promise.reject(new Error(`${how}\n${game.lastOutput()}`))),
  ])
  const port = Number(new URL(z.parse(Ready, ready).url).port)
  const bare = await startBareServer()
  resources.defer(bare.stop)
  const ports = { own: port, bare: Number(new URL(bare.url).port) }
  const bettors = Array.from({ length: traffic.betsPerRound }, (_, index) =>
    accountOf(traffic.betsPerRound - index),
  )
  const ended = new AbortController()
  const mining = mineTraffic(chain, bettors, traffic.blockMs, ended.signal)
  try {
    for (const read of trafficReads(traffic)) await measureRead(ports, read, traffic)
  } finally {
    ended.abort()
  }
  reportBlocks(await mining)
}

function reportBlocks({ blocks, bets }: MinedBlocks): void {
  report({
    what: `bets in ${blocks} blocks with a price`,
    unit: 'of the blocks',
    target: MIN_BETS,
    bound: 'at least',
    reached: bets / blocks,
  })
}

type Ports = { own: number; bare: number }

async function measureRead(ports: Ports, read: TrafficRead, traffic: Traffic): Promise<void> {
  const { name, path, bodies } = read
  const { connections, loadMs, turns } = traffic
  await fillBare(ports, read)
  const own = { port: ports.own, method: 'POST', path, body: '{}', bodies } as const
  const bare = { ...own, port: ports.bare }
  for (const target of [bare, own]) await load(target, connections, WARM_UP_MS)
  const results: { own: LoadResult; bare: LoadResult }[] = []
  while (results.length < turns) {
    results.push({
      bare: await load(bare, connections, loadMs),
      own: await load(own, connections, loadMs),
    })
  }
  const middle = (select: (result: (typeof results)[number]) => number) =>
    quantile(results.map(select), 0.5)
  const rates = [middle((result) => result.own.perSecond), middle(({ bare }) => bare.perSecond)]
  const latencies = [middle((result) => result.own.p50Ms), middle(({ bare }) => bare.p99Ms)]
  printLine(
    `${name}, ${connections} connections: ${rates.map((rate) => rate.toFixed(0)).join(' and bare ')} requests/s, p50 ${latencies.map((ms) => ms.toFixed(1)).join(' ms, p99 bare ')} ms`,
  )
  const ratios = results.map((result) => result.own.perSecond / result.bare.perSecond)
  const slowest = results.map((result) => result.own.p99Ms)
  report({
    what: `${name}: requests per second`,
    unit: 'of bare node:http',
    target: TARGET_RATIO,
    bound: 'at least',
    reached: quantile(ratios, 0.5),
    worst: Math.min(...ratios),
  })
  report({
    what: `${name}: p99`,
    unit: 'ms',
    target: TARGET_P99_MS,
    bound: 'at most',
    reached: quantile(slowest, 0.5),
    worst: Math.max(...slowest),
  })
  report({
    what: `${name}: refused`,
    unit: 'requests',
    target: 0,
    bound: 'at most',
    reached: results.reduce((sum, result) => sum + result.own.refused, 0),
  })
}

/** Has the bare server respond with a response of middle length. */
async function fillBare(ports: Ports, { path, bodies }: TrafficRead): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const responses: string[] = []
  for (const body of bodies.slice(0, SAMPLES)) {
    const url = `http://127.0.0.1:${ports.own}${path}`
    const response = await fetch(url, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`${path} ${body}: ${response.status}`)
    responses.push(await response.text())
  }
  const sorted = responses.toSorted((one, other) => one.length - other.length)
  const body = sorted[sorted.length >> 1] ?? ''
  await fetch(`http://127.0.0.1:${ports.bare}`, { method: 'PUT', body })
}
