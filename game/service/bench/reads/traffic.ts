import { once } from 'node:events'
import { setInterval as repeat } from 'node:timers/promises'
import { startBareServer } from '@bullring/stack/testing/start-bare-server'
import { numberToHex } from 'viem'
import * as z from 'zod'
import type { TestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startTestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startGameProcess } from '../../src/testing/start-game-service.ts'
import type { BenchDatabases } from '../bench-database.ts'
import { fillIndex } from '../fill-index.ts'
import type { LoadResult } from '../load.ts'
import { load } from '../load.ts'
import { printLine } from '../report.ts'

/** Sizes that flags of the same names change, as in `--rounds=20`. */
export type Traffic = {
  accounts: number
  rounds: number
  betsPerRound: number
  blockMs: number
  loadMs: number
}

export const TRAFFIC: Traffic = {
  accounts: 1_000,
  rounds: 200,
  betsPerRound: 5_000,
  blockMs: 750,
  loadMs: 5_000,
}

const CONNECTIONS = [50, 200, 1_000]
const WARM_UP_MS = 1_000

const Ready = z.object({ url: z.string() })

/** Measures what many users request while blocks come, relative to a bare node:http server. */
export async function benchTraffic(databases: BenchDatabases, traffic: Traffic): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const chain = await startTestChain()
  resources.defer(chain.stop)
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  await chain.push(60_000_000_000n, genesisTimestamp + traffic.rounds * intervalSeconds + 10)
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
  const barePort = Number(new URL(bare.url).port)
  const blocks = new AbortController()
  const mining = mineBlocks(chain, traffic.blockMs, blocks.signal)
  resources.defer(async () => {
    blocks.abort()
    await mining
  })
  printLine('path, connections: requests/s, of bare; p50 / p99 ms; bare requests/s, p50 / p99 ms')
  for (const [path, bodies] of requestsOf(traffic)) {
    await measurePath({ port, barePort, path, bodies }, traffic.loadMs)
  }
}

function requestsOf({ accounts, rounds }: Traffic): [string, string[]][] {
  const list = (length: number, body: (index: number) => object) =>
    Array.from({ length }, (_, index) => JSON.stringify(body(index)))
  const addresses = (index: number) => ({
    user_address: numberToHex((index * 7_919) % accounts || accounts, { size: 20 }),
  })
  const windows = ['day', 'week', 'all']
  const rankings = ['net_results', 'win_percent', 'total_rounds', 'total_position']
  const leaders = windows.flatMap((window) =>
    rankings.flatMap((rank_by) => [10, 20, 100].map((limit) => ({ window, rank_by, limit }))),
  )
  return [
    ['/api/round-info', list(rounds, (index) => ({ epoch: index + 1 }))],
    ['/api/live-round', ['{}']],
    ['/api/trades-by-user', list(accounts, addresses)],
    ['/api/trade-stats', list(accounts, addresses)],
    ['/api/leaderboard', leaders.map((body) => JSON.stringify(body))],
  ]
}

type Path = { port: number; barePort: number; path: string; bodies: readonly string[] }

async function measurePath({ port, barePort, path, bodies }: Path, loadMs: number): Promise<void> {
  const [body = '{}'] = bodies
  const headers = { 'content-type': 'application/json' }
  const first = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  await fetch(`http://127.0.0.1:${barePort}`, { method: 'PUT', body: await first.text() })
  const ours = { port, method: 'POST', path, body, bodies } as const
  const base = { ...ours, port: barePort }
  for (const connections of CONNECTIONS) {
    for (const target of [base, ours]) await load(target, connections, WARM_UP_MS)
    const bare = await load(base, connections, loadMs)
    const own = await load(ours, connections, loadMs)
    const ratio = (own.perSecond / bare.perSecond).toFixed(3)
    const shown = ({ p50Ms, p99Ms }: LoadResult) => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`
    printLine(
      `${path}, ${connections}: ${own.perSecond.toFixed(0)}, ${ratio}; ${shown(own)}; ${bare.perSecond.toFixed(0)}, ${shown(bare)}`,
    )
  }
}

async function mineBlocks(chain: TestChain, everyMs: number, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of repeat(everyMs, null, { signal })) await chain.mine()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
