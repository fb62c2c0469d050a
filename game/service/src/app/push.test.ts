import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppConfig } from '@bullring/game-api/config'
import type { RunningService } from '@bullring/server/run-service'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { sql } from 'kysely'
import { pino } from 'pino'
import { getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import type { TestPushService } from '../testing/push-service.ts'
import { startPushService } from '../testing/push-service.ts'
import { signSubscription } from '../testing/sign-subscription.ts'
import { get, post, startGameService } from '../testing/start-game-service.ts'

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

/** The wallet service: knows one session, of the second trader. */
const sessions = createServer(({ headers }, response) => {
  const session = {
    address: trader(1),
    chainId: 'eip155:31337',
    domain: 'localhost',
    issuedAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-08T00:00:00.000Z',
  }
  const isKnown = headers.authorization === 'Bearer known'
  response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(isKnown ? session : {}))
})

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  browser = await startPushService()
  await once(sessions.listen(0, '127.0.0.1'), 'listening')
  await chain.push(599n * USD, chain.schedule.genesisTimestamp + 100)
  const variables = {
    GAME_PUSH_PRIVATE_KEY: PUSH_KEY,
    GAME_PUSH_CONTACT: CONTACT,
    TRUST_PROXY: '1',
    WALLET_SERVICE_URL: `http://127.0.0.1:${(sessions.address() as AddressInfo).port}`,
  }
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  game = await startGameService(chain, database.url, variables, {
    log,
    pushOrigin: browser.origin,
  })
  other = await startGameService(chain, database.url, variables, { pushOrigin: browser.origin })
})

afterAll(async () => {
  await game.stop()
  await other.stop()
  await browser[Symbol.asyncDispose]()
  sessions.closeAllConnections()
  sessions.close()
  await database.drop()
  await chain.stop()
})

const trader = (index: number) => chain.traders[index] ?? '0x'
const player = () => trader(0)

let callers = 0

/** An IP address may subscribe ten browsers a minute: each request comes from another one. */
function newCaller(): { 'x-forwarded-for': string } {
  callers += 1
  return { 'x-forwarded-for': `203.0.113.${callers}` }
}

/** Subscribes without a proof. */
function renew(overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const body = { user_address: player(), ...browser.subscription, ...overrides }
  return post(game, '/api/push-subscribe', body, { ...newCaller(), ...headers })
}

async function subscribe(overrides: Record<string, unknown> = {}) {
  const signature = await signSubscription(chain, browser.subscription.endpoint)
  return await renew({ signature, ...overrides })
}

const problem = async (response: Response) => {
  const { status, code } = parse(Problem, await response.json())
  return [status, code]
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
  expect((await renew()).status).toBe(200)
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

test('sends no result that no block has reached', async () => {
  browser.respondWith(201)
  const before = browser.received.length
  expect((await subscribe()).status).toBe(200)
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  const lockTimestamp = genesisTimestamp + 7 * intervalSeconds
  await chain.at(lockTimestamp - 2)
  await chain.bet(player(), 7, 'bull', parseEther('2'))
  // The node hangs: at the predicted time, the round has one side.
  await new Promise((done) => setTimeout(done, 6_000))
  await chain.at(lockTimestamp - 1)
  await chain.bet(trader(1), 7, 'bear', parseEther('1'))
  await lock(7, 660n, null)
  await lock(8, 670n, null)
  const sent = () =>
    texts()
      .slice(before)
      .map(({ epoch, kind }) => [epoch, kind])
  await expect.poll(sent, WAIT).toEqual([[7, 'won']])
  const { endpoint } = browser.subscription
  expect((await post(game, '/api/push-unsubscribe', { endpoint })).status).toBe(200)
})

test('error: subscribes no browser without a proof of the account, or with a proof of another account', async () => {
  expect(await problem(await renew())).toEqual([401, 'account.unproven'])
  const session = { authorization: 'Bearer known' }
  expect(await problem(await renew({}, session))).toEqual([401, 'account.unproven'])
  const signature = await signSubscription(chain, browser.subscription.endpoint, 1)
  expect(await problem(await renew({ signature }))).toEqual([401, 'account.wrong-signature'])
  const endpoint = `${browser.origin}/send/another-browser`
  expect(await problem(await subscribe({ endpoint }))).toEqual([401, 'account.wrong-signature'])
  expect(await stored()).toBe(0)
})

test('takes the sign-in session as proof, for its account alone', async () => {
  const session = { authorization: 'Bearer known' }
  expect((await renew({ user_address: trader(1) }, session)).status).toBe(200)
  expect(await stored()).toBe(1)
})

test('forgets a browser on request', async () => {
  expect(await stored()).toBe(1)
  const { endpoint } = browser.subscription
  expect((await post(game, '/api/push-unsubscribe', { endpoint })).status).toBe(200)
  expect(await stored()).toBe(0)
})

test('keeps the ten devices of an account that were renewed last, unproven ones last', async () => {
  const { db } = database
  expect((await subscribe()).status).toBe(200)
  await sql`insert into push_subscriptions
    select sha256(i::text::bytea), symbol, endpoint || i, p256dh, auth, account, first_epoch,
      now() - make_interval(hours => i), null, i > 2
    from push_subscriptions, generate_series(1, 12) i`.execute(db)
  expect((await renew()).status).toBe(200)
  const { rows } = await sql<{ endpoint: string }>`select endpoint from push_subscriptions
    order by renewed_at desc`.execute(db)
  const { endpoint } = browser.subscription
  const proven = [3, 4, 5, 6, 7, 8, 9, 10, 11].map((hours) => `${endpoint}${hours}`)
  expect(rows.map((row) => row.endpoint)).toEqual([endpoint, ...proven])
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

test('error: limits the subscriptions of an IP address', async () => {
  const caller = newCaller()
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await renew({}, caller)).status),
  )
  expect(statuses).toContain(429)
})
