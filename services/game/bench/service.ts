import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startChild } from '@bullring/stack/processes/child'
import * as z from 'zod'
import { startGameProcess } from '../src/bin/test-game.ts'
import { startTestChain } from '../src/chain/test-chain.ts'
import { playRound, settleAndClaim } from '../src/chaos/play-rounds.ts'
import { measureBackfill, measureBareInsert } from './backfill.ts'
import type { BenchDatabases } from './bench-database.ts'
import { startBenchDatabases } from './bench-database.ts'
import type { LoadResult, Target } from './load.ts'
import { load } from './load.ts'

/**
 * Cost of the index and of the read endpoints, each as a ratio to a baseline of the same run, because
 * machines differ and ratios hardly do.
 *
 * Usage: npm run bench:service -- [largest number of bets, 1000000]
 */

const SIZES = [10_000, 100_000, 1_000_000]
const PLAYED_ROUNDS = 40
const CONNECTIONS = 200
const WARM_UP_MS = 1_000
/** In turns with the baseline, and the middle one is told: what else runs on the machine hits both. */
const TURNS = 3
const LOAD_MS = 1_500

const Ready = z.object({ url: z.string() })
const Listening = z.object({ port: z.number() })

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function benchBackfill(databases: BenchDatabases, largest: number): Promise<void> {
  const bare = await measureBareInsert(await databases.create('bare'), 200_000)
  say(`baseline, rows into a table without keys: ${Math.round(bare)} rows/s`)
  for (const bets of SIZES.filter((size) => size <= largest)) {
    const url = await databases.create(`backfill_${bets}`)
    const { eventsPerSecond, bytesPerBet } = await measureBackfill(url, bets)
    const ratio = (eventsPerSecond / bare).toFixed(2)
    const cost = (1e6 / eventsPerSecond).toFixed(1)
    say(
      `backfill of ${bets} bets: ${Math.round(eventsPerSecond)} events/s, ${cost} us each, ${ratio} of the baseline; ${Math.round(bytesPerBet)} bytes a bet`,
    )
  }
}

async function benchEndpoints(databases: BenchDatabases): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const chain = await startTestChain()
  parts.defer(chain.stop)
  for (let epoch = 1; epoch <= PLAYED_ROUNDS; epoch += 1) {
    await playRound(chain, epoch)
    await settleAndClaim(chain, epoch)
  }
  const game = startGameProcess(chain, await databases.create('api'), {
    GAME_POLL_INTERVAL_MS: '200',
    GAME_RATE_LIMIT_PER_MINUTE: '1000000',
  })
  parts.defer(() => game.stop())
  const [ready] = await once(game.process, 'message')
  const port = Number(new URL(z.parse(Ready, ready).url).port)
  const program = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
  const bare = startChild({
    name: 'the bare server',
    command: process.execPath,
    args: [program],
    withIpc: true,
  })
  parts.defer(() => bare.stop())
  const [listening] = await once(bare.process, 'message')
  const barePort = z.parse(Listening, listening).port

  const user = JSON.stringify({ user_address: chain.traders[0] })
  const post = (path: string, body = '{}'): Target => ({ port, method: 'POST', path, body })
  say(`read endpoints, ${CONNECTIONS} connections, ratio to a bare node:http server, same bytes:`)
  for (const target of [
    post('/api/current-epoch'),
    post('/api/round-info'),
    post('/api/live-round'),
    post('/api/token-prices'),
    post('/api/trades-by-user', user),
    { port, method: 'GET', path: '/config.json', body: '' } satisfies Target,
  ]) {
    await compare(target, barePort)
  }
}

function ratioOf({ base, ours }: { base: LoadResult; ours: LoadResult }): number {
  return ours.perSecond / base.perSecond
}

async function compare(target: Target, barePort: number): Promise<void> {
  const { port, method, path, body } = target
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(method === 'POST' && { body, headers: { 'content-type': 'application/json' } }),
  })
  const bytes = await answer.text()
  await fetch(`http://127.0.0.1:${barePort}`, { method: 'PUT', body: bytes })
  const bare = { ...target, port: barePort }
  for (const one of [bare, target]) await load(one, CONNECTIONS, WARM_UP_MS)
  const turns: { base: LoadResult; ours: LoadResult }[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const base = await load(bare, CONNECTIONS, LOAD_MS)
    turns.push({ base, ours: await load(target, CONNECTIONS, LOAD_MS) })
  }
  const middle = turns.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(TURNS / 2)]
  if (middle === undefined) return
  const { base, ours } = middle
  const ratio = ratioOf(middle).toFixed(2)
  say(
    `${path} (${bytes.length} bytes): ${Math.round(ours.perSecond)}/s, p99 ${ours.p99Ms.toFixed(0)} ms; bare ${Math.round(base.perSecond)}/s, p99 ${base.p99Ms.toFixed(0)} ms; ratio ${ratio}`,
  )
}

const largest = Number(process.argv[2] ?? SIZES.at(-1))
await using parts = new AsyncDisposableStack()
const databases = await startBenchDatabases()
parts.defer(databases.stop)
await benchBackfill(databases, largest)
await benchEndpoints(databases)
