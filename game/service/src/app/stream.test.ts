import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StreamEvent } from '@bullring/game-api/stream'
import { Tick } from '@bullring/game-api/tick'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import type { Address } from 'viem'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { startGameService } from '../testing/start-game-service.ts'

const USD = 100_000_000n
/** Limit of an address at all nodes: more than the other tests open. */
const STREAMS = 4
const PHASE = 1n << 64n

let chain: TestChain
let database: TestDatabase
let games: [RunningService, RunningService]
let alice: Address
let bob: Address
let beginning: unknown
let open: { destroy: () => void }[] = []

beforeAll(async () => {
  chain = await startTestChain()
  alice = chain.traders[0] ?? '0x'
  bob = chain.traders[1] ?? '0x'
  await chain.push(599n * USD, chain.schedule.genesisTimestamp + 100)
  await chain.mine(10)
  beginning = await chain.rpc('evm_snapshot')
})

beforeEach(async () => {
  await chain.rpc('evm_revert', [beginning])
  beginning = await chain.rpc('evm_snapshot')
  database = await createTestDatabase(inject('postgresUrl'))
  games = [
    await startGameService(chain, database.url),
    await startGameService(chain, database.url, { GAME_STREAMS_PER_IP: `${STREAMS}` }),
  ]
})

afterEach(async () => {
  for (const request of open) request.destroy()
  open = []
  await Promise.all(games.map((game) => game.stop()))
  await database.drop()
})

afterAll(() => chain.stop())

type ReceivedEvent = StreamEvent & { id: number }

function toReceivedEvent(block: string): ReceivedEvent | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  if (data === undefined || field('id') === undefined) return null
  const event = parse(StreamEvent, { event: field('event'), data: JSON.parse(data) })
  return { ...event, id: Number(field('id')) }
}

/** Opens a stream and collects its events. */
async function listen(game: RunningService, query = '', lastEventId?: number) {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': `${lastEventId}` }
  const request = get(`${game.url}/api/stream?symbol=BNB${query}`, { headers })
  open.push(request)
  const [response] = await once(request, 'response')
  let text = ''
  let isEnded = false
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  response.on('close', () => {
    isEnded = true
  })
  response.on('error', () => undefined)
  return {
    status: response.statusCode,
    headers: response.headers,
    isEnded: () => isEnded,
    ticks: () => [...text.matchAll(/^event: tick\ndata: (.+)\n\n/gm)].map(([, data = '']) => data),
    heartbeats: () => text.split('event: heartbeat\ndata: {}\n\n').length - 1,
    // The last block may not have arrived as a whole.
    events: () =>
      text
        .split('\n\n')
        .slice(0, -1)
        .flatMap((block) => toReceivedEvent(block) ?? []),
    close: () => request.destroy(),
  }
}

type Listener = Awaited<ReturnType<typeof listen>>

const lastRound = (listener: Listener, epoch: number) =>
  listener
    .events()
    .findLast((received) => received.event === 'round' && received.data.epoch === epoch)?.data

const wait = { interval: 20, timeout: 60_000 }

/** Places a bet and waits for its event, which proves that the stream is connected. */
async function betAndWait(listener: Listener, trader: Address, position: 'bull' | 'bear') {
  await chain.bet(trader, 1, position, parseEther('1'))
  await expect
    .poll(() => lastRound(listener, 1), wait)
    .toMatchObject({ [`${position}_amount`]: '1' })
}

describe('GET /api/stream', () => {
  test('sends the same events to clients of all processes', async () => {
    const listeners = await Promise.all(games.map((game) => listen(game)))
    for (const { headers } of listeners) {
      expect(headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
    }
    const start = chain.schedule.genesisTimestamp
    await chain.bet(alice, 1, 'bull', parseEther('2'))
    await chain.bet(bob, 1, 'bear', parseEther('1'))
    await chain.push(600n * USD, start + 300)
    await chain.push(610n * USD, start + 600)
    await chain.settle(1, PHASE + 2n)
    await chain.settle(2, PHASE + 3n)
    for (const listener of listeners) {
      await expect
        .poll(() => lastRound(listener, 1), wait)
        .toMatchObject({ state: 'settled', winner: 'up', bull_payout: 1.455 })
      const of = (name: string) => listener.events().filter(({ event }) => event === name)
      await expect
        .poll(() => of('price').map(({ data }) => data), wait)
        .toMatchObject([
          { price: '600', epoch: 2, timestamp: start + 300 },
          { price: '610', epoch: 3 },
        ])
      // Blocks mined together are sent together: epoch 2 may already be over.
      await expect.poll(() => of('epoch').at(-1)?.data, wait).toMatchObject({ epoch: 3 })
      expect(of('trade')).toEqual([])
      expect(of('reset')).toEqual([])
    }
  })

  test('sends a round without bets when the price has come that no one settles', async () => {
    const listener = await listen(games[1])
    const start = chain.schedule.genesisTimestamp
    await chain.push(600n * USD, start + 300)
    await chain.at(start + 605)
    await chain.mine()
    await expect
      .poll(() => lastRound(listener, 1), wait)
      .toMatchObject({ state: 'settling', expected_lock_price: '600' })
    await chain.push(610n * USD, start + 620)
    await expect
      .poll(() => lastRound(listener, 1), wait)
      .toMatchObject({ state: 'empty', expected_close_price: '610', close_price: null })
  })

  test('sends a heartbeat every 2 s while nothing happens', async () => {
    const startedAtMs = Date.now()
    const listeners = await Promise.all(games.map((game) => listen(game)))
    for (const { heartbeats } of listeners) {
      await expect.poll(heartbeats, wait).toBeGreaterThanOrEqual(2)
    }
    const [first] = listeners
    expect(first?.heartbeats()).toBeLessThanOrEqual((Date.now() - startedAtMs) / 2_000 + 1)
  })

  test('sends an account its own trades only', async () => {
    const listener = await listen(games[1], `&user_address=${alice.toLowerCase()}`)
    const trades = () =>
      listener.events().flatMap((received) => (received.event === 'trade' ? received.data : []))
    await betAndWait(listener, bob, 'bear')
    expect(trades()).toEqual([])
    await betAndWait(listener, alice, 'bull')
    await expect.poll(trades, wait).toEqual([{ user_address: alice, epoch: 1 }])
    const start = chain.schedule.genesisTimestamp
    await chain.push(600n * USD, start + 300)
    await chain.push(610n * USD, start + 600)
    await chain.settle(1, PHASE + 2n)
    await chain.settle(2, PHASE + 3n)
    await expect.poll(() => trades().length, wait).toBeGreaterThan(1)
    await expect.poll(() => lastRound(listener, 1), wait).toMatchObject({ state: 'settled' })
    // Events arrive in order: once this one has arrived, so have all earlier ones.
    await chain.bet(bob, 3, 'bear', parseEther('1'))
    await expect.poll(() => lastRound(listener, 3), wait).toMatchObject({ bear_amount: '1' })
    const before = trades().length
    await chain.claim(alice, [1])
    await expect.poll(() => trades().length, wait).toBe(before + 1)
  })

  test('resumes in another process, or sends a reset if it cannot', async () => {
    const before = await listen(games[0])
    await betAndWait(before, alice, 'bull')
    before.close()
    const lastId = before.events().at(-1)?.id ?? 0
    const witness = await listen(games[1])
    await betAndWait(witness, bob, 'bear')

    const resumed = await listen(games[0], '', lastId)
    await expect
      .poll(() => lastRound(resumed, 1), wait)
      .toMatchObject({
        bull_amount: '1',
        bear_amount: '1',
      })
    expect(resumed.events().every(({ id }) => id >= lastId)).toBe(true)
    const first = await listen(games[1], `&after=${lastId}`)
    await expect.poll(() => first.events(), wait).toEqual(resumed.events())
    first.close()
    for (const unknown of [lastId + 1_000_000, Number.NaN]) {
      const lost = await listen(games[0], '', unknown)
      await expect.poll(() => lost.events().map(({ event }) => event), wait).toEqual(['reset'])
    }
  })

  test('resumes after a restart of the service', async () => {
    const first = await listen(games[0])
    await betAndWait(first, alice, 'bull')
    const lastId = first.events().at(-1)?.id ?? 0
    await games[0].stop()
    await expect.poll(() => first.isEnded(), wait).toBe(true)
    await betAndWait(await listen(games[1]), bob, 'bear')
    games[0] = await startGameService(chain, database.url)
    const resumed = await listen(games[0], '', lastId)
    await expect.poll(() => lastRound(resumed, 1), wait).toMatchObject({ bear_amount: '1' })
  })

  test('sends the changes of a reorg', async () => {
    const listeners = await Promise.all(games.map((game) => listen(game, `&user_address=${alice}`)))
    await chain.bet(alice, 1, 'bull', parseEther('1'))
    for (const listener of listeners) {
      await expect.poll(() => lastRound(listener, 1), wait).toMatchObject({ bull_amount: '1' })
    }
    await chain.rpc('anvil_reorg', [1, []])
    await chain.bet(bob, 1, 'bear', parseEther('3'))
    for (const listener of listeners) {
      await expect
        .poll(() => lastRound(listener, 1), wait)
        .toMatchObject({ bull_amount: '0', bear_amount: '3' })
      const trades = listener.events().filter(({ event }) => event === 'trade')
      expect(trades).toHaveLength(2)
    }
  })

  test('sends a reset when a reorg undid a price', async () => {
    const listener = await listen(games[1])
    await chain.push(600n * USD, chain.schedule.genesisTimestamp + 150)
    const names = () => listener.events().map(({ event }) => event)
    await expect.poll(names, wait).toEqual(['price'])
    await chain.rpc('anvil_reorg', [1, []])
    await chain.mine(1)
    await expect.poll(names, wait).toEqual(['price', 'reset'])
    expect(listener.events().at(-1)).toMatchObject({ data: { spread_ms: 5 } })
  })

  test('sends the price of the ticker every second, and asks it for visitors only', async () => {
    let requests = 0
    const ticker = createServer((request, response) => {
      requests += 1
      response.end(JSON.stringify({ price: `${600 + requests}.5`, of: request.url }))
    })
    await once(ticker.listen(0, '127.0.0.1'), 'listening')
    const { port } = ticker.address() as AddressInfo
    await games[1].stop()
    games[1] = await startGameService(chain, database.url, {
      GAME_TICKER_URL: `http://127.0.0.1:${port}/{symbol}`,
    })
    await sleep(1_500)
    expect(requests).toBe(0)
    const listener = await listen(games[1])
    await expect.poll(() => listener.ticks().length, wait).toBeGreaterThanOrEqual(2)
    const [first, second] = listener.ticks().map((data) => parse(Tick, JSON.parse(data)))
    expect([first?.price, second?.price]).toEqual(['601.5', '602.5'])
    expect(first?.timestamp).toBeGreaterThan(chain.schedule.genesisTimestamp)
    expect(listener.events()).toEqual([])
    listener.close()
    ticker.close()
  })

  test('error: rejects more connections than an address may open', async () => {
    const isAccepted = async () => (await listen(games[1])).status === 200
    const first = await listen(games[1])
    // The rest of what two nodes share is handed out once they have exchanged their counts.
    for (let count = 1; count < STREAMS; count += 1) await expect.poll(isAccepted, wait).toBe(true)
    const refused = await fetch(`${games[1].url}/api/stream`)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toMatchObject({ code: 'stream.too-many-clients' })
    first.close()
    await expect.poll(isAccepted, wait).toBe(true)
  })

  test('error: rejects another market and an invalid address', async () => {
    expect((await fetch(`${games[0].url}/api/stream?symbol=ETH`)).status).toBe(404)
    expect((await fetch(`${games[0].url}/api/stream?user_address=0x1`)).status).toBe(422)
  })
})
