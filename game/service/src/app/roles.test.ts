import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '@bullring/server/run-service'
import type { Child } from '@bullring/stack/processes/child'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { newestBlocks } from '../indexer/write/index-reads.ts'
import { readIndexState } from '../indexer/write/index-state.ts'
import { playRound, settleAndClaim } from '../testing/chain/play-rounds.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import { expectEqualToRebuild } from '../testing/database/compare-index.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { signPayoutSwitch } from '../testing/sign-payout-switch.ts'
import { signSubscription } from '../testing/sign-subscription.ts'
import { startGameProcess, startGameService } from '../testing/start-game-service.ts'
import {
  addTest,
  createWebhook,
  deleteWebhook,
  rotateSecret,
} from '../webhooks/webhooks.queries.ts'

const TOKEN = 'a-token-of-the-test'

/** A node's URL at which nothing listens. */
const NO_NODE = { RPC_URL: 'http://127.0.0.1:1' }
const API_NODE = { ...NO_NODE, GAME_ROLES: 'api' }

const PUSH = {
  GAME_PUSH_PRIVATE_KEY: Buffer.alloc(32, 1).toString('base64url'),
  GAME_PUSH_CONTACT: 'mailto:operator@bullring.example',
}

/** Subscription of a browser. */
const BROWSER = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/browser',
  p256dh: Buffer.alloc(65, 4).toString('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
}

let chain: TestChain
let database: TestDatabase
let services: RunningService[] = []
let children: Child[] = []

beforeAll(async () => {
  chain = await startTestChain()
  for (const epoch of [1, 2, 3]) {
    await playRound(chain, epoch)
    await settleAndClaim(chain, epoch)
  }
})

beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await Promise.all(children.map((child) => child.stop(0)))
  services = []
  children = []
  await database.drop()
})

afterAll(() => chain.stop())

async function start(overrides: Record<string, string>, url = database.url) {
  const service = await startGameService(chain, url, overrides)
  services.push(service)
  return service
}

function startProcess(overrides: Record<string, string>) {
  const child = startGameProcess(chain, database.url, { METRICS_TOKEN: TOKEN, ...overrides })
  children.push(child)
  const ready = once(child.process, 'message').then(([message]) => (message as { url: string }).url)
  return { child, ready }
}

async function isLeader(url: string): Promise<boolean> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return (await response.text()).includes('bullring_index_leader{market="BNB"} 1')
}

async function leaders(): Promise<number> {
  const { rows } =
    await sql`select from pg_locks where locktype = 'advisory' and granted and database =
    (select oid from pg_database where datname = current_database())`.execute(database.db)
  return rows.length
}

async function bets(): Promise<number> {
  const rows = await database.db.selectFrom('bets').select('epoch').execute()
  return rows.length
}

async function progressAgeMs(): Promise<number> {
  return (await readIndexState(database.db))?.atHeadAgeMs ?? Number.POSITIVE_INFINITY
}

/** Counts from now on how often the progress of the index is replaced by an older one. */
async function countProgressBack() {
  const { db } = database
  await sql`create table moved_back (at_head_at timestamptz)`.execute(db)
  await sql`create function note_moved_back() returns trigger language plpgsql as $$ begin
    insert into moved_back values (new.at_head_at); return new; end $$`.execute(db)
  await sql`create trigger moved_back before update on index_state for each row
    when (new.at_head_at < old.at_head_at - interval '1 second')
    execute function note_moved_back()`.execute(db)
  return async () => (await sql`select from moved_back`.execute(db)).rows.length
}

async function newestBlock(): Promise<number | undefined> {
  const [block] = await newestBlocks(database.db, 1)
  return block?.number
}

async function read(game: RunningService, path: string, body: unknown): Promise<string> {
  const response = await fetch(`${game.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return `${response.status} ${await response.text()}`
}

/** All reads of the API with the questions of a page. */
function reads(): [string, unknown][] {
  const [user_address] = chain.traders
  return [
    ['/api/current-epoch', {}],
    ...[1, 2, 3, 4, 99].map((epoch): [string, unknown] => ['/api/round-info', { epoch }]),
    ['/api/live-round', {}],
    ['/api/rounds', { limit: 10 }],
    ['/api/trades-by-user', { user_address }],
    ['/api/trades-by-user', { user_address, symbol: 'ALL' }],
    ['/api/trade-stats', { user_address }],
    ['/api/profit-line', { user_address }],
    ['/api/token-prices', {}],
    ['/api/price-history', { range: '1d' }],
    ['/api/recent-bets', {}],
    ...['all', 'week', 'day'].map((window): [string, unknown] => ['/api/leaderboard', { window }]),
    ['/api/leaderboard-rank', { user_address }],
    ['/api/refer-code', { user_address }],
  ]
}

async function expectSameReads(api: RunningService, index: RunningService): Promise<void> {
  for (const [path, body] of reads()) {
    const expected = await read(index, path, body)
    expect(expected).toMatch(/^200 |round.unknown-epoch/)
    expect([path, await read(api, path, body)]).toEqual([path, expected])
  }
}

describe('a process with the role api', () => {
  test('serves the same reads as the indexing process, without a node of the chain', async () => {
    const index = await start({ GAME_ROLES: 'index,api,stream' })
    const api = await start(API_NODE)
    await expectSameReads(api, index)
    const config = (game: RunningService) => fetch(`${game.url}/config.json`)
    expect(await (await config(api)).text()).toBe(await (await config(index)).text())
    expect((await fetch(`${api.url}/api/stream`)).status).toBe(404)
  })

  test('follows new blocks', async () => {
    await start({ GAME_ROLES: 'index' })
    const api = await start(API_NODE)
    const before = await read(api, '/api/recent-bets', {})
    await chain.bet(chain.traders[0] ?? '0x', 4, 'bull', parseEther('0.25'))
    await expect.poll(() => read(api, '/api/recent-bets', {})).not.toBe(before)
  })

  test('waits until another process has prepared the database', async () => {
    const { ready } = startProcess({ ...API_NODE, PORT: '22011' })
    const readiness = () =>
      fetch('http://127.0.0.1:22011/readyz').then(
        async (response) => `${response.status} ${await response.text()}`,
        () => '',
      )
    await expect.poll(readiness).toContain('waiting for a process with the role index')
    expect(await readiness()).toMatch(/^503 /)
    await start({ GAME_ROLES: 'index' })
    await ready
    await expect.poll(readiness).toMatch(/^200 /)
  })

  test('works with the rights of ops/cluster/node-role.sql, which are none to write to the index', async () => {
    const index = await start({ GAME_ROLES: 'index,api' })
    const name = `node_${process.pid}`
    const file = await readFile(join(repositoryRoot, 'ops/cluster/node-role.sql'), 'utf8')
    await sql.raw(`create role ${name} login password 'node'`).execute(database.db)
    const grants = file.replaceAll('game_node', name).replaceAll('for role game ', '')
    await sql.raw(grants).execute(database.db)
    const url = new URL(database.url)
    url.username = name
    url.password = 'node'
    const api = await start({ ...API_NODE, ...PUSH, GAME_ROLES: 'api,stream' }, url.href)
    await expectSameReads(api, index)
    const [inviter, user_address] = chain.traders
    const signature = await signSubscription(chain, BROWSER.endpoint, 1)
    const off = await signPayoutSwitch(chain, 1, false)
    const code = await read(api, '/api/refer-code', { user_address: inviter })
    const { refer_code } = JSON.parse(code.slice('200 '.length))
    const writes: [string, unknown][] = [
      ['/api/create_refer', { refer_code, user_address }],
      ['/api/push-subscribe', { ...BROWSER, user_address, signature }],
      ['/api/push-unsubscribe', { endpoint: BROWSER.endpoint }],
      ['/api/set-payout-switch', { user_address, is_on: false, signature: off }],
    ]
    for (const [path, body] of writes) expect(await read(api, path, body)).toMatch(/^200 /)
    const sharing = () => sql`select from limit_nodes`.execute(database.db)
    await expect.poll(async () => (await sharing()).rows.length).toBe(2)
    const own = openDatabase(url.href, () => undefined)
    const account = user_address ?? '0x'
    const created = { account, symbol: 'BNB', url: 'https://hooks.example/', events: [] }
    const owned = { account, id: (await createWebhook(own, created)).webhook.id }
    for (const change of [addTest, rotateSecret, deleteWebhook]) await change(own, owned)
    for (const table of ['bets', 'index_state', 'changes', 'market', 'refer_code_keys']) {
      const deletion = sql.raw(`delete from ${table}`).execute(own)
      await expect(deletion).rejects.toThrow('permission denied')
    }
    await own.destroy()
    await api.stop()
    await sql.raw(`drop owned by ${name}; drop role ${name}`).execute(database.db)
  })
})

describe('two processes with the role index', () => {
  test('the standby and an API node run on while a leader of another version stores other facts', async () => {
    const leader = await start({ GAME_ROLES: 'index' })
    await sql`update index_state set contract = contract - 'canPayOut' - 'maxOracleDelay' || '{"later": true}'`.execute(
      database.db,
    )
    const standby = await start({ GAME_ROLES: 'index' })
    const api = await start(API_NODE)
    await chain.bet(chain.traders[3] ?? '0x', 4, 'bear', parseEther('0.125'))
    await expect.poll(async () => (await fetch(`${api.url}/readyz`)).status).toBe(200)
    // The state is looked at each second.
    const ended = Promise.race([standby.running, api.running])
    expect(await Promise.race([ended, sleep(2_500, 'running')])).toBe('running')
    await leader.stop()
  })

  const ends: ['SIGKILL' | 'SIGSTOP', number][] = inject('isDeep')
    ? [
        ['SIGKILL', 1],
        ['SIGSTOP', 2],
      ]
    : [['SIGKILL', 1]]

  test.each(ends)('the standby takes over after %s of the leader', async (signal, trader) => {
    const first = startProcess({ GAME_ROLES: 'index' })
    const firstUrl = await first.ready
    const secondUrl = await startProcess({ GAME_ROLES: 'index' }).ready
    expect([await isLeader(firstUrl), await isLeader(secondUrl)]).toEqual([true, false])
    const before = await bets()

    first.child.process.kill(signal)
    const startMs = performance.now()
    await chain.bet(chain.traders[trader] ?? '0x', 4, 'bear', parseEther('0.125'))
    const counts = new Set<number>()
    const takenOver = async () => {
      counts.add(await leaders())
      return bets()
    }
    await expect.poll(takenOver, { interval: 20, timeout: 60_000 }).toBe(before + 1)
    const seconds = (performance.now() - startMs) / 1_000
    process.stdout.write(`after ${signal}, the standby indexed a bet in ${seconds.toFixed(2)} s\n`)
    expect(await isLeader(secondUrl)).toBe(true)
    expect(Math.max(...counts)).toBeLessThanOrEqual(1)

    if (signal === 'SIGSTOP') {
      await expect.poll(progressAgeMs).toBeLessThan(1_000)
      const movedBack = await countProgressBack()
      first.child.process.kill('SIGCONT')
      await expect.poll(() => isLeader(firstUrl)).toBe(false)
      expect(await isLeader(secondUrl)).toBe(true)
      expect(await movedBack()).toBe(0)
    }
    await chain.mine(2)
    await expect.poll(newestBlock).toBe(Number(await chain.client.getBlockNumber()))
    await expectEqualToRebuild(chain, database.db)
  })
})
