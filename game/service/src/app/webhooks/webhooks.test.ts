import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  CreateWebhookResponse,
  RotateWebhookSecretResponse,
  TestWebhookResponse,
  WebhooksResponse,
} from '@bullring/game-api/webhooks'
import type { RunningService } from '@bullring/server/run-service'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { sql } from 'kysely'
import { pino } from 'pino'
import { getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startTestChain, type TestChain } from '../../testing/chain/start-test-chain.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../testing/database/create-test-database.ts'
import { get, post, startGameProcess, startGameService } from '../../testing/start-game-service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'

const USD = 100_000_000n
const PHASE = 1n << 64n
const WAIT = { interval: 50, timeout: 60_000 }
const METRICS_TOKEN = 'a-token-of-the-operator'

let chain: TestChain
let database: TestDatabase
let game: RunningService
let receiver: WebhookReceiver
const lines: string[] = []

const trader = (index: number) => chain.traders[index] ?? '0x'

/** The wallet service: the tokens `0` and `1` open sessions of the first traders. */
const sessions = createServer(({ headers }, response) => {
  const index = ['Bearer 0', 'Bearer 1'].indexOf(headers.authorization ?? '')
  const session = {
    address: trader(index),
    chainId: 'eip155:31337',
    domain: 'localhost',
    issuedAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-08T00:00:00.000Z',
  }
  response.writeHead(index < 0 ? 401 : 200).end(JSON.stringify(index < 0 ? {} : session))
})

const variables = () => ({
  TRUST_PROXY: '1',
  METRICS_TOKEN,
  WALLET_SERVICE_URL: `http://127.0.0.1:${(sessions.address() as AddressInfo).port}`,
})

beforeAll(async () => {
  await once(sessions.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  sessions.closeAllConnections()
  sessions.close()
})

beforeEach(async () => {
  await using started = new AsyncDisposableStack()
  chain = await startTestChain()
  started.defer(chain.stop)
  database = await createTestDatabase(inject('postgresUrl'))
  started.defer(database.drop)
  receiver = started.use(await startWebhookReceiver())
  await chain.push(599n * USD, chain.schedule.genesisTimestamp + 100)
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  game = await startGameService(chain, database.url, variables(), { log })
  started.defer(() => game.stop())
  const resources = started.move()
  return () => resources.disposeAsync()
})

let callers = 0

/** An IP address may send ten events a minute: each request comes from another one. */
function call(path: string, body: object, token = '0') {
  callers += 1
  const ip = { 'x-forwarded-for': `203.0.113.${callers % 250}` }
  return post(game, `/api/${path}`, body, { ...ip, authorization: `Bearer ${token}` })
}

const problem = async (response: Response) => {
  const { status, code } = parse(Problem, await response.json())
  return [status, code]
}

async function create(body: object = {}) {
  const response = await call('create-webhook', { url: `${receiver.url}/hook?key=hidden`, ...body })
  expect(response.status).toBe(200)
  return parse(CreateWebhookResponse, await response.json())
}

const list = async () => parse(WebhooksResponse, await (await call('webhooks', {})).json()).webhooks

const types = () => receiver.events.map(({ message }) => message.type)

/** Creates a webhook, and waits until it is on. */
async function createOn(body: object = {}) {
  const created = await create(body)
  await expect.poll(async () => (await list())[0]?.is_on, WAIT).toBe(true)
  return created
}

/** Locks a round, and settles the one before. */
async function lock(epoch: number, price: bigint) {
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  await chain.push(price * USD, genesisTimestamp + epoch * intervalSeconds)
  await chain.settle(epoch, PHASE + BigInt(epoch) + 1n)
}

async function bet(epoch: number) {
  await chain.bet(trader(0), epoch, 'bull', parseEther('2'))
  await chain.bet(trader(1), epoch, 'bear', parseEther('1'))
}

test('sends what happens to rounds, once and signed, to a webhook that has accepted a test', async () => {
  const { webhook, secret } = await create()
  expect(webhook).toMatchObject({ symbol: 'BNB', is_on: false, waiting: 1, last_status: null })
  await expect.poll(types, WAIT).toEqual(['webhook.test'])
  await expect.poll(async () => (await list())[0]?.is_on, WAIT).toBe(true)
  await bet(1)
  await lock(1, 600n)
  await expect.poll(types, WAIT).toEqual(['webhook.test', 'round.locked'])
  await lock(2, 610n)
  const expected = ['webhook.test', 'round.locked', 'round.settled', 'round.locked']
  await expect.poll(() => types().toSorted(), WAIT).toEqual(expected.toSorted())

  const settled = receiver.events.find(({ message }) => message.type === 'round.settled')
  expect(settled?.message.data).toMatchObject({
    symbol: 'BNB',
    market: getAddress(chain.market.prediction),
    epoch: 1,
    revision: 1,
    round: { epoch: 1, state: 'settled', winner: 'up', lock_price: '600', close_price: '610' },
  })
  expect(settled?.path).toBe('/hook?key=hidden')
  for (const event of receiver.events) {
    expect(event.isSignedWith(secret)).toBe(true)
    expect(event.isSignedWith(`whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
  }
  expect(new Set(receiver.ids).size).toBe(receiver.ids.length)
  const last = (await list())[0]
  expect(last).toMatchObject({
    last_status: 204,
    last_error: null,
    failing_since: null,
    waiting: 0,
  })
  expect(JSON.stringify(last)).not.toContain('whsec_')

  const metrics = await (
    await get(game, '/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
  ).text()
  expect(metrics).toContain('bullring_webhook_attempts_total{outcome="delivered"} 4\n')
  expect(metrics).toContain('bullring_webhook_attempts_total{outcome="failed"} 0\n')
  expect(metrics).toMatch(/bullring_webhook_oldest_waiting_seconds \d/)
  for (const hidden of [secret.slice(6), new URL(receiver.url).host, 'key=hidden']) {
    expect(lines.join('')).not.toContain(hidden)
  }
})

test('announces what a block has reached, and not what the next one is expected to', async () => {
  await createOn()
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  const lockTimestamp = genesisTimestamp + intervalSeconds
  await chain.at(lockTimestamp - 2)
  await chain.bet(trader(0), 1, 'bull', parseEther('2'))
  // The node hangs: the predicted time passes the lock.
  await new Promise((done) => setTimeout(done, 5_000))
  expect(types()).toEqual(['webhook.test'])
  await chain.at(lockTimestamp - 1)
  await chain.bet(trader(1), 1, 'bear', parseEther('1'))
  await lock(1, 600n)
  await expect.poll(types, WAIT).toEqual(['webhook.test', 'round.locked'])
  expect(receiver.events.at(-1)?.message.data).toMatchObject({ round: { total_amount: '3' } })
})

test('sends chosen events only, and signs with both secrets after a change', async () => {
  const { webhook, secret } = await createOn({ events: ['round.settled'] })
  const rotated = await call('rotate-webhook-secret', { id: webhook.id })
  const { secret: next } = parse(RotateWebhookSecretResponse, await rotated.json())
  await bet(1)
  await lock(1, 600n)
  await lock(2, 610n)
  await expect.poll(types, WAIT).toEqual(['webhook.test', 'round.settled'])
  const event = receiver.events.at(-1)
  expect(event?.signatures).toBe(2)
  expect([secret, next].map((each) => event?.isSignedWith(each))).toEqual([true, true])
})

test('repeats a failed delivery with the same id, and shows the failure meanwhile', async () => {
  const { webhook } = await createOn({ events: ['round.settled'] })
  receiver.respondWith(503)
  const response = await call('test-webhook', { id: webhook.id })
  const { event } = parse(TestWebhookResponse, await response.json())
  await expect.poll(() => receiver.ids.filter((id) => id === event).length, WAIT).toBe(1)
  await expect
    .poll(async () => (await list())[0], WAIT)
    .toMatchObject({ is_on: true, waiting: 1, last_status: 503, last_error: 'status' })
  expect((await list())[0]?.next_attempt_at).not.toBe(null)
  receiver.respondWith(204)
  await expect.poll(() => receiver.events.at(-1)?.id, WAIT).toBe(event)
  expect(receiver.ids.filter((id) => id === event)).toHaveLength(2)
})

test('sends nothing more once it is deleted', async () => {
  const { webhook } = await createOn()
  receiver.respondWith(503)
  await bet(1)
  await lock(1, 600n)
  await expect.poll(() => receiver.ids.length, WAIT).toBe(2)
  expect((await call('delete-webhook', { id: webhook.id })).status).toBe(200)
  receiver.respondWith(204)
  await lock(2, 610n)
  await new Promise((done) => setTimeout(done, 7_000))
  expect(receiver.ids).toHaveLength(2)
  expect(await list()).toEqual([])
})

test('sends with another process what the first was sending when it was killed', async () => {
  await createOn({ events: ['round.settled'] })
  await game.stop()
  const killed = startGameProcess(chain, database.url, variables())
  receiver.respondWith(null)
  const before = receiver.ids.length
  await bet(1)
  await lock(1, 600n)
  await lock(2, 610n)
  await expect.poll(() => receiver.ids.length, WAIT).toBe(before + 1)
  await killed.stop(0)
  receiver.respondWith(204)
  // Its lease would end within 30 s.
  await sql`update webhooks set leased_until = now()`.execute(database.db)
  game = await startGameService(chain, database.url, variables())
  await expect.poll(types, WAIT).toEqual(['webhook.test', 'round.settled'])
  expect(receiver.events.at(-1)?.id).toBe(receiver.ids[before])
})

test('sends the results that came while no process ran', async () => {
  await createOn({ events: ['round.settled'] })
  await game.stop()
  for (const epoch of [1, 2, 3, 4]) {
    await bet(epoch)
    await lock(epoch, 600n + BigInt(epoch))
  }
  game = await startGameService(chain, database.url, variables())
  const settled = () =>
    receiver.events.flatMap(({ message: { type, data } }) =>
      type === 'round.settled' ? data.epoch : [],
    )
  await expect.poll(() => settled().toSorted(), WAIT).toEqual([1, 2, 3])
})

test('corrects a result that a reorg has changed, and does not repeat one that comes back', async () => {
  await createOn({ events: ['round.settled'] })
  await bet(1)
  await lock(1, 600n)
  await lock(2, 610n)
  const results = () =>
    receiver.events.flatMap(({ message: { type, data } }) =>
      type === 'round.settled' ? [[data.revision, data.round.winner]] : [],
    )
  await expect.poll(results, WAIT).toEqual([[1, 'up']])

  await chain.rpc('anvil_reorg', [1, []])
  await chain.settle(2, PHASE + 3n)
  await chain.mine(3)
  const { number } = await chain.client.getBlock()
  await waitForBlock(number)
  await new Promise((done) => setTimeout(done, 3_000))
  expect(results()).toEqual([[1, 'up']])

  // With the block of the price.
  await chain.rpc('anvil_reorg', [6, []])
  await lock(2, 590n)
  await expect.poll(results, WAIT).toEqual([
    [1, 'up'],
    [2, 'down'],
  ])
})

async function waitForBlock(number: bigint) {
  await expect
    .poll(async () => {
      const { rows } = await sql<{
        newest: number
      }>`select max(number) as newest from blocks`.execute(database.db)
      return rows[0]?.newest
    }, WAIT)
    .toBe(Number(number))
}

test.each([
  ['http://hooks.example/', 'webhook.refused-address'],
  ['https://hooks.example:8443/', 'webhook.refused-address'],
  ['https://10.0.0.1/', 'webhook.refused-address'],
  ['https://[fd00::1]/', 'webhook.refused-address'],
  ['https://169.254.169.254/latest', 'webhook.refused-address'],
])('error: accepts no webhook at %s', async (url, code) => {
  expect(await problem(await call('create-webhook', { url }))).toEqual([422, code])
})

test('error: serves signed-in accounts only, and each its own webhooks', async () => {
  const { id } = (await create()).webhook
  const one = { id }
  const paths = ['test-webhook', 'rotate-webhook-secret', 'delete-webhook']
  for (const path of ['webhooks', ...paths]) {
    const refused = [401, 'webhook.not-signed-in']
    expect(await problem(await call(path, one, 'unknown'))).toEqual(refused)
  }
  expect(await problem(await call('create-webhook', { url: receiver.url }, ''))).toEqual([
    401,
    'webhook.not-signed-in',
  ])
  for (const path of paths) {
    expect(await problem(await call(path, one, '1'))).toEqual([404, 'webhook.unknown'])
  }
  const market = { url: receiver.url, symbol: 'ETH' }
  expect((await problem(await call('create-webhook', market)))[0]).toBe(404)
  for (let count = 1; count < 5; count += 1) await create()
  expect(await problem(await call('create-webhook', { url: receiver.url }))).toEqual([
    409,
    'webhook.too-many',
  ])
})

test('error: limits the test events of an IP address', async () => {
  const { id } = (await create()).webhook
  const headers = { 'x-forwarded-for': '198.51.100.7', authorization: 'Bearer 0' }
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const response = await post(game, '/api/test-webhook', { id }, headers)
      return response.status
    }),
  )
  expect(statuses.toSorted()).toEqual([...Array(10).fill(200), 429, 429])
})
