import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { printLine } from '@bullring/stack/bench/report'
import { ensureDatabase } from '@bullring/stack/database/ensure-database'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { nodeOptionsOf } from '@bullring/stack/node-options'
import { startChild } from '@bullring/stack/processes/child'
import { cpuMs, memoryKib } from '@bullring/stack/processes/process-usage'
import { numberToHex } from 'viem'
import * as z from 'zod'
import { startTestChain } from '../src/testing/chain/start-test-chain.ts'
import { startGameProcess } from '../src/testing/start-game-service.ts'
import { measureBackfill } from './backfill/memory-backfill.ts'
import { fillIndex } from './fill-index.ts'
import { load } from './load.ts'
import { type LiveGame, startLiveGame } from './stream/live-game.ts'

/**
 * Measures the CPU time of the game service and PostgreSQL for each kind of work, which a busy machine changes less than
 * latencies. The figures belong into docs/scale/costs.json.
 *
 * Usage: npm run bench:costs -- [bet | block | reads | streams ...]
 */
const server = await startTemporaryPostgres({ isDurable: true })
await using resources = new AsyncDisposableStack()
resources.defer(server.stop)

const BETS = 200_000
const BLOCKS = 100
const ROUNDS = 100
const BETS_PER_ROUND = 1_000
const CONNECTIONS = 16
const LOAD_MS = 8_000
/** More than the response cache holds, so that each request is computed. */
const DISTINCT = 6_000
const CLIENTS = 2_000
const Ready = z.object({ url: z.string() })

const MEASUREMENTS: Readonly<Record<string, () => Promise<void>>> = {
  bet: measureBet,
  block: measureBlock,
  reads: measureReads,
  streams: measureStreams,
}

const requested = process.argv.slice(2)
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (requested.length === 0 || requested.includes(name)) await measure()
}

function print(name: string, figures: Readonly<Record<string, number>>): void {
  const rounded = Object.entries(figures).map(([key, value]) => [key, Number(value.toPrecision(3))])
  printLine(`${name}: ${JSON.stringify(Object.fromEntries(rounded))}`)
}

function postgresMs(): Promise<number> {
  return cpuMs(server.child.pid)
}

/** Many bets at a time, as while catching up; a bet in a block of few adds the cost of the block. */
async function measureBet(): Promise<void> {
  const url = await createDatabase('cost_bet')
  const [before, own] = [await postgresMs(), process.cpuUsage()]
  const { bytesPerBet } = await measureBackfill(url, BETS)
  const { user, system } = process.cpuUsage(own)
  print('bet', {
    gameCpuMs: (user + system) / 1_000 / BETS,
    postgresCpuMs: ((await postgresMs()) - before) / BETS,
    bytes: bytesPerBet,
  })
}

/** A block with a new price, without listeners. */
async function measureBlock(): Promise<void> {
  await using game = await startLiveGame(await createDatabase('cost_block'))
  const { gameCpuMs, postgresCpuMs } = await blocksCost(game)
  print('block', { gameCpuMs, postgresCpuMs })
}

/** @param untilReceived - Resolves when all clients have the block: the service sends several late ones together. */
async function blocksCost(
  game: LiveGame,
  untilReceived: (mine: () => Promise<unknown>) => Promise<unknown> = (mine) => mine(),
): Promise<{ gameCpuMs: number; postgresCpuMs: number }> {
  await game.minePrice()
  const before = { game: await cpuMs(game.pid), postgres: await postgresMs() }
  for (let block = 0; block < BLOCKS; block += 1) await untilReceived(game.minePrice)
  return {
    gameCpuMs: ((await cpuMs(game.pid)) - before.game) / BLOCKS,
    postgresCpuMs: ((await postgresMs()) - before.postgres) / BLOCKS,
  }
}

async function measureReads(): Promise<void> {
  await using reads = new AsyncDisposableStack()
  const chain = await startTestChain()
  reads.defer(chain.stop)
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  await chain.push(60_000_000_000n, genesisTimestamp + ROUNDS * intervalSeconds + 10)
  await chain.mine()
  const url = await createDatabase('cost_reads')
  await fillIndex(url, chain, { rounds: ROUNDS, betsPerRound: BETS_PER_ROUND })
  const game = startGameProcess(chain, url, {
    RATE_LIMIT_PER_MINUTE: '1000000',
    GAME_POLL_INTERVAL_MS: '1000',
  })
  reads.defer(() => game.stop())
  const [ready] = await Promise.race([
    once(game.process, 'message'),
    game.exited.then((how) => Promise.reject(new Error(`${how}\n${game.lastOutput()}`))),
  ])
  const port = Number(new URL(z.parse(Ready, ready).url).port)
  // Blanks make requests different.
  const padded = (body: object, index: number) => JSON.stringify(body) + ' '.repeat(index % 500)
  const bodies = (body: (index: number) => object) =>
    Array.from({ length: DISTINCT }, (_, index) => padded(body(index), Math.floor(index / ROUNDS)))
  const account = (index: number) => numberToHex(1 + (index % BETS_PER_ROUND), { size: 20 })
  const kinds: [string, string, string[]][] = [
    ['readCached', 'live-round', ['{}']],
    ['readUncached', 'round-info', bodies((index) => ({ epoch: 1 + (index % ROUNDS) }))],
    ['readAccount', 'trades-by-user', bodies((index) => ({ user_address: account(index) }))],
  ]
  for (const [name, path, each] of kinds) {
    const target = { port, method: 'POST', path: `/api/${path}`, body: '{}', bodies: each } as const
    await load(target, CONNECTIONS, LOAD_MS / 4)
    const before = { game: await cpuMs(game.pid), postgres: await postgresMs() }
    const { requests } = await load(target, CONNECTIONS, LOAD_MS)
    print(name, {
      gameCpuMs: ((await cpuMs(game.pid)) - before.game) / requests,
      postgresCpuMs: ((await postgresMs()) - before.postgres) / requests,
    })
  }
}

/** Costs of the same blocks with and without clients, by client, with Node's options for a stream node. */
async function measureStreams(): Promise<void> {
  const options = nodeOptionsOf('game', { GAME_ROLES: 'stream' })
  await using game = await startLiveGame(await createDatabase('cost_streams'), {
    variables: { NODE_OPTIONS: options.join(' ') },
  })
  const alone = await blocksCost(game)
  const before = await memoryKib(game.pid)
  const listeners = startChild({
    name: 'the listeners',
    command: process.execPath,
    args: [
      fileURLToPath(new URL('./stream/stream-client.ts', import.meta.url)),
      ...[`${game.port}`, `${CLIENTS}`],
    ],
    withIpc: true,
  })
  await once(listeners.process, 'message')
  const opened = await memoryKib(game.pid)
  const crowded = await blocksCost(game, async (mine) => {
    listeners.process.send({ kind: 'listen' })
    const received = once(listeners.process, 'message')
    await mine()
    await received
  })
  await listeners.stop()
  print('stream', {
    gameCpuMs: (crowded.gameCpuMs - alone.gameCpuMs) / CLIENTS,
    memoryKib: (opened - before) / CLIENTS,
  })
}

async function createDatabase(name: string): Promise<string> {
  await ensureDatabase(server.adminUrl, name)
  return server.databaseUrl(name)
}
