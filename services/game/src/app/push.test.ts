import type { RunningService } from '@bullring/server/run-service'
import { AppConfig } from '@bullring/wire/game-api/config'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { sql } from 'kysely'
import { pino } from 'pino'
import { getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import type { TestPushService } from '../testing/push-service.ts'
import { startPushService } from '../testing/push-service.ts'
import { get, post, startGameService } from '../testing/start-game-service.ts'
import type { TestChain } from '../testing/start-test-chain.ts'
import { startTestChain } from '../testing/start-test-chain.ts'

const USD = 100_000_000n
const PHASE = 1n << 64n

/** The private key of the example in RFC 8291. */
const PUSH_KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'
const CONTACT = 'mailto:operator@example.com'

let chain: TestChain
let database: TestDatabase
let browser: TestPushService
/** Two processes that share the database. */
let game: RunningService
let other: RunningService
const lines: string[] = []

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  browser = await startPushService()
  await chain.push(599n * USD, chain.schedule.genesisTimestamp + 100)
  const variables = {
    GAME_PUSH_PRIVATE_KEY: PUSH_KEY,
    GAME_PUSH_CONTACT: CONTACT,
    GAME_PUSH_ORIGINS: browser.origin,
  }
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  game = await startGameService(chain, database.url, variables, { log })
  other = await startGameService(chain, database.url, variables)
})

afterAll(async () => {
  await game.stop()
  await other.stop()
  await browser[Symbol.asyncDispose]()
  await database.drop()
  await chain.stop()
})

const player = () => chain.traders[0] ?? '0x'

function subscribe(overrides: Record<string, unknown> = {}) {
  const body = { user_address: player(), ...browser.subscription, ...overrides }
  return post(game, '/api/push-subscribe', body)
}

const stored = async () =>
  (await sql<{ endpoint: string }>`select endpoint from push_subscriptions`.execute(database.db))
    .rows.length

/** Plays the round up to its lock; its result follows with the next lock. */
async function lock(epoch: number, price: bigint, position: 'bull' | 'bear' | null) {
  const [alice = '0x', bob = '0x'] = chain.traders
  if (position !== null) {
    await chain.bet(alice, epoch, position, parseEther('2'))
    await chain.bet(bob, epoch, position === 'bull' ? 'bear' : 'bull', parseEther('1'))
  }
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  await chain.push(price * USD, genesisTimestamp + epoch * intervalSeconds)
  await chain.settle(epoch, PHASE + BigInt(epoch) + 1n)
}

const WAIT = { interval: 50, timeout: 60_000 }
const texts = () => browser.received.map(({ text }) => JSON.parse(text))

test('sends each result once, encrypted and signed, and forgets a browser that is gone', async () => {
  expect((await subscribe()).status).toBe(200)
  expect((await subscribe()).status).toBe(200)
  await lock(1, 600n, 'bull')
  await lock(2, 610n, 'bear')
  const prediction = getAddress(chain.market.prediction)
  const won = { symbol: 'BNB', market: prediction, epoch: 1, kind: 'won', amount: '0.9100' }
  await expect.poll(texts, WAIT).toEqual([won])
  const [message] = browser.received
  expect(message?.headers).toMatchObject({ ttl: '3600', 'content-encoding': 'aes128gcm' })
  expect(message?.claims).toMatchObject({ aud: browser.origin, sub: CONTACT })
  const config = parse(AppConfig, await (await get(game, '/config.json')).json())
  expect(message?.sender).toBe(config.pushKey)

  await lock(3, 620n, null)
  const lost = { symbol: 'BNB', market: prediction, epoch: 2, kind: 'lost', amount: '2.0000' }
  await expect.poll(texts, WAIT).toEqual([won, lost])

  browser.respondWith(410)
  await chain.bet(player(), 4, 'bull', parseEther('0.5'))
  await lock(4, 630n, null)
  // No one has bet on the other side: a refund from the lock on.
  await expect.poll(stored, WAIT).toBe(0)
  const requests = browser.requests()
  await lock(5, 640n, 'bull')
  await lock(6, 650n, null)
  await new Promise((done) => setTimeout(done, 3_000))
  expect(browser.requests()).toBe(requests)
  expect(lines.join('')).not.toContain(new URL(browser.subscription.endpoint).pathname)
  expect(lines.join('')).not.toContain(player().slice(2))
})

test('forgets a browser on request', async () => {
  await subscribe()
  expect(await stored()).toBe(1)
  const { endpoint } = browser.subscription
  expect((await post(game, '/api/push-unsubscribe', { endpoint })).status).toBe(200)
  expect(await stored()).toBe(0)
})

test('keeps the ten devices of an account that were renewed last', async () => {
  const { db } = database
  await subscribe()
  await sql`insert into push_subscriptions
    select sha256(i::text::bytea), symbol, endpoint || i, p256dh, auth, account, first_epoch,
      now() - make_interval(hours => i)
    from push_subscriptions, generate_series(1, 12) i`.execute(db)
  await subscribe()
  expect(await stored()).toBe(10)
  const { rows } = await sql<{ oldest: string }>`select max(endpoint) as oldest
    from push_subscriptions where endpoint like '%/send/%9'`.execute(db)
  expect(rows[0]?.oldest).toBe(`${browser.subscription.endpoint}9`)
})

test.each([
  'http://127.0.0.1:1/send/x',
  'https://127.0.0.1/send/x',
  'https://169.254.169.254/latest/x',
  'http://push.example/x',
])('error: does not send to %s', async (endpoint) => {
  const response = await subscribe({ endpoint })
  expect(response.status).toBe(422)
  expect(parse(Problem, await response.json()).code).toBe('push.refused-endpoint')
})

test('error: an address limits what it subscribes', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await subscribe()).status),
  )
  expect(statuses).toContain(429)
})
