import { once } from 'node:events'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import { startBareServer } from '@bullring/stack/testing/start-bare-server'
import * as z from 'zod'
import { playRound, settleAndClaim } from '../../src/testing/chain/play-rounds.ts'
import { startTestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startGameProcess } from '../../src/testing/start-game-service.ts'
import type { BenchDatabases } from '../bench-database.ts'
import type { LoadResult, Target } from '../load.ts'
import { load } from '../load.ts'

const PLAYED_ROUNDS = 40
const CONNECTIONS = 200
const WARM_UP_MS = 1_000
/** Alternates with the baseline and reports the median: other load on the machine affects both. */
const TURNS = 5
const LOAD_MS = 1_500
const TARGET_RATIO = 0.6
const TARGET_P99_MS = 25

const Ready = z.object({ url: z.string() })

/** Measures requests per second of each read, relative to a bare node:http server with the same bytes. */
export async function benchEndpoints(databases: BenchDatabases): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const chain = await startTestChain()
  resources.defer(chain.stop)
  for (let epoch = 1; epoch <= PLAYED_ROUNDS; epoch += 1) {
    await playRound(chain, epoch)
    await settleAndClaim(chain, epoch)
  }
  const game = startGameProcess(chain, await databases.create('api'), {
    GAME_POLL_INTERVAL_MS: '200',
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  resources.defer(() => game.stop())
  const [ready] = await once(game.process, 'message')
  const port = Number(new URL(z.parse(Ready, ready).url).port)
  const bare = await startBareServer()
  resources.defer(bare.stop)
  const barePort = Number(new URL(bare.url).port)

  const user = JSON.stringify({ user_address: chain.traders[0] })
  const post = (path: string, body = '{}'): Target => ({ port, method: 'POST', path, body })
  printLine(
    `read endpoints, ${CONNECTIONS} connections, ${TURNS} turns with a bare node:http server:`,
  )
  for (const target of [
    post('/api/current-epoch'),
    post('/api/round-info'),
    post('/api/live-round'),
    post('/api/rounds'),
    post('/api/token-prices'),
    post('/api/recent-bets'),
    post('/api/price-history', JSON.stringify({ range: '1d' })),
    post('/api/trades-by-user', user),
    post('/api/trade-stats', user),
    post('/api/leaderboard'),
    { port, method: 'GET', path: '/config.json', body: '' } satisfies Target,
  ]) {
    await compare(target, barePort)
  }
}

async function compare(target: Target, barePort: number): Promise<void> {
  const { port, method, path, body } = target
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(method === 'POST' && { body, headers: { 'content-type': 'application/json' } }),
  })
  const bytes = await response.text()
  await fetch(`http://127.0.0.1:${barePort}`, { method: 'PUT', body: bytes })
  const bare = { ...target, port: barePort }
  for (const one of [bare, target]) await load(one, CONNECTIONS, WARM_UP_MS)
  const bases: LoadResult[] = []
  const ours: LoadResult[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    bases.push(await load(bare, CONNECTIONS, LOAD_MS))
    ours.push(await load(target, CONNECTIONS, LOAD_MS))
  }
  const ratios = ours.map(({ perSecond }, turn) => perSecond / (bases[turn]?.perSecond ?? 0))
  const [base, own] = [bases, ours].map((results) => ({
    perSecond: quantile(
      results.map(({ perSecond }) => perSecond),
      0.5,
    ).toFixed(0),
    p99Ms: quantile(
      results.map(({ p99Ms }) => p99Ms),
      0.5,
    ),
  }))
  if (base === undefined || own === undefined) return
  printLine(
    `${path} (${bytes.length} bytes): ${own.perSecond}/s; bare ${base.perSecond}/s, p99 ${base.p99Ms.toFixed(1)} ms`,
  )
  report({
    what: 'requests per second',
    unit: 'of bare node:http',
    target: TARGET_RATIO,
    bound: 'at least',
    reached: quantile(ratios, 0.5),
  })
  report({ what: 'p99', unit: 'ms', target: TARGET_P99_MS, bound: 'at most', reached: own.p99Ms })
}
