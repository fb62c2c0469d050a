import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import { sql } from 'kysely'
import type { Address } from 'viem'
import * as z from 'zod'
import { type Database, openDatabase } from '../../src/db/open-database.ts'
import type { TestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startTestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startGameProcess } from '../../src/testing/start-game-service.ts'
import type { BenchDatabases } from '../bench-database.ts'
import { BETS_PER_ROUND } from './fill-history.ts'
import { prepareReads } from './prepare-reads.ts'

const TARGET_MS = 20
const REQUESTS = 300
const WARM_UP = 20
/** Requests before the first measured one: a service that has just started compiles its code and grows its memory. */
const STARTING_REQUESTS = 1_000
/** Time from a settlement to the measured request. */
const SETTLED_MS = 50
/** The service reads what a reorg has changed meanwhile. */
const UNDONE_MS = 150
/** Reads only the journal's position, as every read does: in turn with every other read, it shows what the machine adds. */
const BASELINE = 'current-epoch'

const WINDOWS = ['day', 'week', 'month', 'all']
const RANKINGS = ['net_results', 'win_percent', 'total_rounds', 'total_position']

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const Ready = z.object({ url: z.string() })

/** Requests of one endpoint: `body` returns the body of the request with this number. */
type Read = {
  name: string
  path: string
  body: (index: number) => object
  /** The endpoint shares what it read until the next settlement, so that each request comes after one. */
  hasShared?: boolean
}

/**
 * Measures every read endpoint, one request at a time, over `bets` bets and a quarter as many in a second market. No
 * request repeats another, so that no cache answers.
 *
 * @param only - Measures those whose names have this text.
 */
export async function benchReads(
  databases: BenchDatabases,
  bets: number,
  only = '',
): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const rounds = Math.ceil(bets / BETS_PER_ROUND)
  const chain = await startTestChain({ markets: 2 })
  resources.defer(chain.stop)
  const url = await databases.create(`reads_${rounds}`)
  await prepareReads(chain, url, rounds)
  await measureReads(chain, url, rounds, only)
}

/** Measures every read endpoint over the prepared database. */
async function measureReads(
  chain: TestChain,
  url: string,
  rounds: number,
  only: string,
): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const game = startGameProcess(chain, url, variables(chain))
  resources.defer(() => game.stop())
  const [ready] = await Promise.race([
    once(game.process, 'message'),
    game.exited.then((how) => Promise.reject(new Error(`${how}\n${game.lastOutput()}`))),
  ])
  const db = openDatabase(url, () => undefined)
  resources.defer(() => db.destroy())
  const accounts = await someAccounts(url)
  const settle = () => settleNext(db)
  const server = z.parse(Ready, ready).url
  const measured = reads(rounds, accounts).filter(({ name }) => name.includes(only))
  for (let turn = 1; turn <= STARTING_REQUESTS; turn += 1) {
    await timeRequest(server, BASELINE, `{}${' '.repeat(turn)}`)
  }
  // An earlier run may have left a settled round: every read has one, from the first on.
  await settle()
  for (const read of measured) await measureRead(server, read, settle)
}

/** Settles the newest round with bets, once more: before, a reorg has undone it. */
async function settleNext(db: Database): Promise<void> {
  await sql`delete from strikes where block_number > (select max(number) from blocks)`.execute(db)
  await sleep(UNDONE_MS)
  await sql`insert into strikes (epoch, price, oracle_round_id, block_number, log_index)
    select epoch + 1, price + 1, oracle_round_id, (select max(number) + 1 from blocks), 0
    from strikes order by epoch desc limit 1`.execute(db)
  await sleep(SETTLED_MS)
}

function variables({ market, others }: TestChain): Record<string, string> {
  const names = ['BNB', 'BTC']
  const markets = [market, ...others].map(
    ({ prediction, startBlock }, index) => `${names[index]}=${prediction}@${startBlock}`,
  )
  return {
    PREDICTION_ADDRESS: '',
    GAME_MARKETS: markets.join(','),
    GAME_POLL_INTERVAL_MS: '500',
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
}

/** Returns players in random order, and the one with the most bets. */
async function someAccounts(url: string): Promise<{ players: Address[]; bot: Address }> {
  const db = openDatabase(url, () => undefined)
  try {
    const { rows } = await sql<{ address: Address }>`
      select concat('0x', encode(account, 'hex')) as address from standings
      where span = 'all' order by rounds = max(rounds) over () desc, random() limit ${REQUESTS + WARM_UP + 1}`.execute(
      db,
    )
    const sums = await sql<{ players: number; bets: number }>`
      select count(*) as players, max(rounds) as bets from standings where span = 'all'`.execute(db)
    printLine(`${sums.rows[0]?.players} players, the busiest with ${sums.rows[0]?.bets} bets`)
    const [bot, ...players] = rows.map(({ address }) => address)
    if (bot === undefined) throw new Error('no one has played')
    return { players, bot }
  } finally {
    await db.destroy()
  }
}

function reads(
  rounds: number,
  { players, bot }: Awaited<ReturnType<typeof someAccounts>>,
): readonly Read[] {
  const pick = <item>(items: readonly item[], index: number) => items[index % items.length]
  const user_address = (index: number) => pick(players, index)
  const epoch = (index: number) => 1 + ((index * 7_919) % rounds)
  const ranked = (index: number) => ({
    window: pick(WINDOWS, index),
    rank_by: pick(RANKINGS, Math.floor(index / WINDOWS.length)),
  })
  const own = (index: number) => ({
    user_address: user_address(index),
    window: pick(WINDOWS, index),
  })
  const all = { symbol: 'ALL' }
  const list = (name: string, path: string, body: Read['body'], hasShared = false): Read => ({
    name,
    path,
    body,
    hasShared,
  })
  return [
    list('current-epoch (baseline)', 'current-epoch', () => ({})),
    list('round-info', 'round-info', (index) => ({ epoch: epoch(index) })),
    list('live-round', 'live-round', () => ({})),
    list('rounds', 'rounds', (index) => ({ before_epoch: epoch(index) + 1, limit: 50 })),
    list('token-prices', 'token-prices', () => ({ limit: 500 })),
    list('price-history', 'price-history', () => ({ range: '1d' })),
    list('recent-bets', 'recent-bets', () => ({ limit: 50 })),
    list('trades-by-user', 'trades-by-user', (index) => ({ user_address: user_address(index) })),
    list('trades-by-user, 200', 'trades-by-user', (index) => ({
      user_address: user_address(index),
      limit: 200,
    })),
    list('trades-by-user, ALL', 'trades-by-user', (index) => ({
      ...all,
      user_address: user_address(index),
    })),
    list('trades-by-user, busiest', 'trades-by-user', (index) => ({
      user_address: bot,
      before_epoch: epoch(index) + 1,
    })),
    ...['trade-stats', 'profit-line'].flatMap((path) => [
      list(path, path, own),
      list(`${path}, ALL`, path, (index) => ({ ...all, ...own(index) })),
      list(`${path}, busiest`, path, (index) => ({
        user_address: bot,
        window: pick(WINDOWS, index),
      })),
      list(`${path}, busiest in ALL`, path, (index) => ({
        ...all,
        user_address: bot,
        window: pick(WINDOWS, index),
      })),
    ]),
    list('leaderboard', 'leaderboard', ranked, true),
    list('leaderboard, ALL', 'leaderboard', (index) => ({ ...all, ...ranked(index) }), true),
    list('leaderboard-rank', 'leaderboard-rank', (index) => ({
      ...ranked(index),
      user_address: user_address(index),
    })),
    list('leaderboard-rank, ALL', 'leaderboard-rank', (index) => ({
      ...all,
      ...ranked(index),
      user_address: user_address(index),
    })),
  ]
}

async function measureRead(
  server: string,
  { name, path, body, hasShared = false }: Read,
  settle: () => Promise<void>,
): Promise<void> {
  const times: number[] = []
  const baseline: number[] = []
  let bytes = 0
  for (let turn = -WARM_UP; turn < REQUESTS; turn += 1) {
    if (hasShared) await settle()
    // Blanks make the request another one where its values do not.
    const blanks = ' '.repeat(turn + WARM_UP)
    const base = await timeRequest(server, BASELINE, `{}${blanks}`)
    const own = await timeRequest(server, path, `${JSON.stringify(body(turn + WARM_UP))}${blanks}`)
    if (turn >= 0) baseline.push(base.ms)
    if (turn >= 0) times.push(own.ms)
    bytes = Math.max(bytes, own.bytes)
  }
  const [p50, base50, base99] = [
    quantile(times, 0.5),
    quantile(baseline, 0.5),
    quantile(baseline, 0.99),
  ].map((ms) => ms.toFixed(1))
  const reached = quantile(times, 0.99)
  const what = `${name}, up to ${bytes} bytes, p50 ${p50} ms, ${BASELINE} in turn with it ${base50} and ${base99} ms, p99`
  report({ what, unit: 'ms', target: TARGET_MS, bound: 'at most', reached })
}

/** Not `fetch`, whose garbage collections would count as time of the service. */
function timeRequest(
  server: string,
  path: string,
  body: string,
): Promise<{ ms: number; bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ ms: number; bytes: number }>()
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip' }
  const startMs = performance.now()
  const sent = request(`${server}/api/${path}`, { agent, method: 'POST', headers }, (response) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    response.on('end', () => {
      if (response.statusCode === 200) resolve({ ms: performance.now() - startMs, bytes })
      else reject(new Error(`${path}: ${response.statusCode}`))
    })
    response.on('error', reject)
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}
