import type { RunningService } from '@bullring/server/run-service'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { get, post, startGameService } from '../testing/start-game-service.ts'

let chain: TestChain
let database: TestDatabase
let game: RunningService

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url, {
    GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
    METRICS_TOKEN: TOKEN,
    GAME_PUBLIC_URL: 'https://play.example',
  })
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
})

const TOKEN = 'a-token-of-the-operator'

async function readMetrics(authorization = `Bearer ${TOKEN}`): Promise<string> {
  const response = await get(game, '/metrics', { authorization })
  expect(response.headers.get('content-type')).toMatch(/^text\/plain|^application\/problem/)
  return response.text()
}

async function ready(): Promise<{ status: number; body: unknown }> {
  const response = await get(game, '/readyz')
  return { status: response.status, body: await response.json() }
}

describe('GET /metrics', () => {
  test('reports index, node, keeper and responses, without addresses', async () => {
    await post(game, '/api/current-epoch', {})
    await fetch(`${game.url}/made/up/by/a/caller`)
    await expect
      .poll(() => readMetrics())
      .toContain('bullring_keeper_balance_coins{market="BNB"} 1000000\n')
    const text = await readMetrics()
    const { number } = await chain.client.getBlock()
    expect(text).toContain(`bullring_index_block{market="BNB"} ${number}\n`)
    expect(text).toMatch(/bullring_index_lag_seconds\{market="BNB"\} \d/)
    expect(text).toMatch(/bullring_rpc_requests_total\{[^}]*outcome="answered"[^}]*\} [1-9]/)
    expect(text).toContain('bullring_keeper_alarm{market="BNB",alarm="balance-low"} 0\n')
    // The test chain's clock stopped years ago.
    expect(text).toContain('bullring_keeper_alarm{market="BNB",alarm="rpc-lagging"} 1\n')
    expect(text).toContain('_count{route="/api/current-epoch",method="POST",status="200"} 1\n')
    expect(text).toContain('_count{route="other",method="GET",status="404"} 1\n')
    expect(text).not.toContain('caller')
    expect(text).not.toMatch(/0x[0-9a-f]{40}/i)
  })

  test('counts reorgs and their blocks', async () => {
    await chain.bet(chain.traders[0] ?? '0x', 1, 'bull', parseEther('1'))
    await chain.mine(3)
    const { number } = await chain.client.getBlock()
    await expect
      .poll(() => readMetrics())
      .toContain(`bullring_index_block{market="BNB"} ${number}\n`)
    await chain.rpc('anvil_reorg', [4, []])
    await chain.mine(1)
    await expect.poll(() => readMetrics()).toMatch(/bullring_reorgs_total\{market="BNB"\} [1-9]/)
    expect(await readMetrics()).toMatch(/bullring_reorg_blocks_total\{market="BNB"\} [4-9]/)
  })

  test('error: hides metrics from callers without the token, on this machine too', async () => {
    for (const authorization of ['', 'Bearer x', `Bearer ${TOKEN}x`, TOKEN]) {
      expect(await readMetrics(authorization)).toContain('http.unknown-path')
    }
  })
})

describe('the public URL', () => {
  test('is the origin of our pages, whatever Host a proxy passes on', async () => {
    const statusFrom = async (origin: string) =>
      (
        await fetch(`${game.url}/api/current-epoch`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', origin },
        })
      ).status
    expect(await statusFrom('https://play.example')).toBe(200)
    expect(await statusFrom('https://evil.example')).toBe(403)
  })
})

describe('GET /config.json', () => {
  test('error: counts against the limit of an IP address', async () => {
    const limited = await startGameService(chain, database.url, { RATE_LIMIT_PER_MINUTE: '3' })
    const statuses: number[] = []
    for (let times = 0; times < 4; times += 1) {
      // The second is compressed: a cached response counts, too.
      const headers = { 'accept-encoding': times === 1 ? 'gzip' : 'identity' }
      statuses.push((await get(limited, '/config.json', headers)).status)
    }
    await limited.stop()
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe('GET /readyz', () => {
  test('lists every component', async () => {
    await expect.poll(ready).toEqual({
      status: 200,
      body: {
        status: 'ready',
        components: { chain: 'up', index: 'up', audit: 'up', database: 'up', keeper: 'up' },
      },
    })
  })

  test('is ready while the keeper waits for its first transactions', async () => {
    await using resources = new AsyncDisposableStack()
    const busy = await startTestChain()
    resources.defer(busy.stop)
    const { bet, push, rpc, schedule, traders } = busy
    await push(60_000_000_000n, schedule.genesisTimestamp + 50)
    await bet(traders[0] ?? '0x', 1, 'bull', parseEther('1'))
    await bet(traders[1] ?? '0x', 1, 'bear', parseEther('1'))
    await push(60_000_000_000n, schedule.genesisTimestamp + 300)
    await rpc('evm_setAutomine', [false])
    const own = await createTestDatabase(inject('postgresUrl'))
    resources.defer(own.drop)
    const first = await startGameService(busy, own.url, {
      GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
    })
    resources.defer(first.stop)
    await expect.poll(() => rpc('txpool_status', [])).toMatchObject({ pending: '0x1' })
    expect((await get(first, '/readyz')).status).toBe(200)
  })

  test('error: responds with 503 and names the component that is down', async () => {
    const url = new URL(database.url)
    const other = await createTestDatabase(inject('postgresUrl'))
    const name = sql.ref(url.pathname.slice(1))
    await sql`alter database ${name} with allow_connections false`.execute(other.db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${url.pathname.slice(1)}`.execute(other.db)
    try {
      await expect.poll(ready).toMatchObject({
        status: 503,
        body: {
          code: 'service.not-ready',
          detail: 'Down: database.',
          components: { chain: 'up', index: 'up', audit: 'up', database: 'down', keeper: 'up' },
        },
      })
      expect(await readMetrics()).toContain('bullring_component_up{component="database"} 0\n')
    } finally {
      await sql`alter database ${name} with allow_connections true`.execute(other.db)
      await other.drop()
    }
    await expect.poll(ready).toMatchObject({ status: 200 })
  })
})
