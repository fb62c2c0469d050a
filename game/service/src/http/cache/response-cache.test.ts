import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { POSITION_HEADER } from '@bullring/game-api/positions'
import { toUnixSeconds } from '@bullring/prediction/units'
import { callerIp } from '@bullring/server/http/client-ip'
import type { Listener } from '@bullring/server/http/listen'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { RateLimiter, rateLimit } from '@bullring/server/http/rate-limit'
import { readJson } from '@bullring/server/http/read-json'
import fc from 'fast-check'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../create-app.ts'
import {
  type LastingLimits,
  type LastingMarket,
  type LastingPart,
  LastingResponses,
} from './lasting-responses.ts'
import { reportLasting } from './report-lasting.ts'
import { cachedListener, type RouteRead } from './response-cache.ts'

const ROUTES = new Set([
  'POST /api/trades',
  'POST /api/count',
  'POST /api/long',
  'POST /api/echo',
  'GET /config.json',
])
const ROUTE_PATHS = ['/api/echo', '/api/long', '/config.json'] as const
const FRIEND = 'https://friend.example'
const log = pino({ level: 'silent' })
const agent = new Agent({ keepAlive: true })

/** Number of the first of calls that all fail. */
const FAILING_FROM = 1_000

let calls = 0
let version: string | null
let gate: Promise<unknown>
/** The market of lasting responses. */
let market: LastingMarket
/** Steps of its journal, by what each changed. */
let steps: readonly (readonly (string | number)[])[]
let open: Listener[] = []

beforeEach(() => {
  calls = 0
  version = 'block 1'
  gate = Promise.resolve()
  steps = []
  const history = {
    get step() {
      return steps.length
    },
    isChangedSince: (step: number, { account, epochs }: LastingPart) =>
      steps
        .slice(step)
        .flat()
        .some((subject) => subject === account || epochs.some((epoch) => epoch === subject)),
  }
  market = { symbol: 'BNB', history, position: 10, isRead: true, ...timeAt(100) }
})

function timeAt(time: number) {
  return { blockTime: toUnixSeconds(time), now: toUnixSeconds(time) }
}

/** A block of the market whose step changes these accounts and rounds. */
function addBlock(...changed: (string | number)[]) {
  version = `${version} and another`
  steps = [...steps, changed]
  market = { ...market, position: market.position + 5, ...timeAt(market.blockTime + 3) }
}

afterEach(async () => {
  await Promise.all(open.map((listener) => listener.close()))
  open = []
})

afterAll(() => agent.destroy())

function listenerWith({
  perMinute = 1_000_000,
  isCached = true,
  limits,
  ...more
}: {
  perMinute?: number
  limits?: LastingLimits
  isCached?: boolean
  route?: RouteRead
}) {
  const routes = new Hono()
    .post('/api/count', async (c) => {
      calls += 1
      const number = calls
      await gate
      return c.json({ call: number }, number === 3 || number >= FAILING_FROM ? 500 : 200)
    })
    .post('/api/echo', async (c) => {
      calls += 1
      return c.json({ body: await readJson(c), text: 'ä' })
    })
    .post('/api/trades', async (c) => {
      calls += 1
      const call = calls
      const { account, epochs = [], isOpen = false, until } = (await c.req.json()) as Asked
      await gate
      if (!isOpen) {
        const holdsAt = until === undefined ? null : (now: number) => now < until
        reportLasting(c, [{ symbol: 'BNB', account: account ?? null, epochs, holdsAt }])
      }
      return c.json({ call }, call === 13 ? 500 : 200, { [POSITION_HEADER]: 'BNB=12,BTC=7' })
    })
    .post('/api/long', (c) => {
      calls += 1
      return c.json({ text: 'x'.repeat(5_000) })
    })
  const fixed = new Hono().get('/config.json', (c) => {
    calls += 1
    return c.json({ name: 'game' }, 200, { 'cache-control': 'no-cache' })
  })
  const limiter = new RateLimiter(perMinute)
  const app = createApp({
    api: [routes],
    system: [fixed],
    pages: null,
    hasIndex: () => version !== null,
    allowedOrigins: [FRIEND],
    rateLimit: rateLimit({ limiter, proxies: 1, nowMs: () => 0 }),
    log,
  })
  const handle = nodeListener(app.fetch)
  if (!isCached) return handle
  const isAllowed = (incoming: IncomingMessage) => limiter.allows(callerIp(incoming, 1), 0)
  const hasRoom = (incoming: IncomingMessage) => limiter.hasRoom(callerIp(incoming, 1), 0)
  const counts = { isAllowed, hasRoom }
  const lasting = new LastingResponses(() => [market], limits)
  const policies = [
    { routes: ROUTES, version: () => version, lasting, hasPosition: true, ...counts },
  ]
  const allowedOrigins = [FRIEND]
  return cachedListener({
    policies,
    allowedOrigins,
    fetch: app.fetch,
    handle,
    onHit: () => undefined,
    ...more,
  })
}

async function start(options: Parameters<typeof listenerWith>[0] = {}): Promise<string> {
  const listening = await listen(listenerWith(options), { host: '127.0.0.1', port: 0 })
  open.push(listening)
  return listening.url
}

type Call = {
  method?: string
  path: string
  body?: string | undefined
  headers?: Record<string, string>
}

const JSON_TYPE = { 'content-type': 'application/json' }

async function send(url: string, { method = 'POST', path, body, headers = JSON_TYPE }: Call) {
  const lengths = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
  const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...lengths } })
  sent.end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (response === undefined) throw new Error('no response')
  const { date: _, ...rest } = response.headers
  return { status: response.statusCode, headers: rest, body: await buffer(response) }
}

type Asked = { account?: string; epochs?: number[]; isOpen?: boolean; until?: number }

/** Sends a request whose response depends on an account and rounds; returns the number of the call that computed it. */
async function trades(url: string, asked: Asked) {
  const { body, headers } = await send(url, { path: '/api/trades', body: JSON.stringify(asked) })
  return { call: Number(JSON.parse(body.toString()).call), position: headers[POSITION_HEADER] }
}

const tradesCall = async (url: string, asked: Asked) => (await trades(url, asked)).call

const count = async (url: string, body = '{}') =>
  JSON.parse((await send(url, { path: '/api/count', body })).body.toString()).call

const MEGABYTE = 2 ** 20

/** Sends megabytes until the peer has responded or closed the connection. */
async function writeUntilResponse(sent: ClientRequest, megabytes: number): Promise<void> {
  let hasResponse = false
  const responded = new Promise<void>((resolve) => {
    for (const event of ['response', 'close', 'error']) sent.once(event, () => resolve())
  }).then(() => {
    hasResponse = true
  })
  const chunk = Buffer.alloc(MEGABYTE, ' ')
  for (let count = 0; count < megabytes && !hasResponse; count += 1) {
    await Promise.race([new Promise((resolve) => sent.write(chunk, resolve)), responded])
  }
  sent.end()
}

describe('cachedListener', () => {
  test('lets a caller cost queries of the routing until the limit is used up', async () => {
    const rooms: boolean[] = []
    const route: RouteRead = (_header, hasRoom) => {
      rooms.push(hasRoom())
      return 'newest'
    }
    const url = await start({ perMinute: 3, route })
    const statuses: (number | undefined)[] = []
    for (let request = 1; request <= 5; request += 1) {
      statuses.push((await send(url, { path: '/api/echo', body: '{}' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(rooms).toEqual([true, true, true, false, false])
  })

  test('still caches after more requests than it can hold', async () => {
    const url = await start()
    const question = (limit: number) => send(url, { path: '/api/echo', body: `{"limit":${limit}}` })
    for (let first = 1; first <= 2_100; first += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => question(first + index)))
    }
    const before = calls
    for (let turn = 0; turn < 3; turn += 1)
      await send(url, { path: '/api/echo', body: '{"new":1}' })
    expect(calls).toBe(before + 1)
  })

  test('computes identical requests once per version, and others separately', async () => {
    const url = await start()
    expect(await Promise.all([count(url), count(url), count(url)])).toEqual([1, 1, 1])
    expect(await count(url, '{"a":1}')).toBe(2)
    expect(await count(url)).toBe(1)
    expect(calls).toBe(2)
    version = 'block 2'
    calls = 10
    expect(await count(url)).toBe(11)
  })

  test('headers that do not change the response add no entries', async () => {
    const url = await start()
    const variants: Record<string, string>[] = [
      { host: '1.2.3.4' },
      { host: '1.2.3.5:8080', origin: 'http://1.2.3.5:8080' },
      { host: 'game.example', origin: 'https://game.example' },
      { 'content-type': 'application/json; charset=x1' },
      { 'accept-encoding': 'x1, deflate' },
    ]
    for (const headers of variants) {
      const call = { path: '/api/echo', body: '{}', headers: { ...JSON_TYPE, ...headers } }
      expect((await send(url, call)).status).toBe(200)
    }
    expect(calls).toBe(1)
  })

  test('neither shares nor stores a response of an older version', async () => {
    const url = await start()
    const opening = Promise.withResolvers<void>()
    gate = opening.promise
    const late = count(url)
    await expect.poll(() => calls).toBe(1)
    gate = Promise.resolve()
    version = 'block 2'
    expect(await count(url)).toBe(2)
    opening.resolve()
    expect(await late).toBe(1)
    expect(await count(url)).toBe(2)
  })

  test('does not store a failure', async () => {
    const url = await start()
    calls = 2
    const failed = await send(url, { path: '/api/count', body: '{}' })
    expect(failed.status).toBe(500)
    expect(await count(url)).toBe(4)
    expect(await count(url)).toBe(4)
  })

  test('counts cached responses against the rate limit', async () => {
    const url = await start({ perMinute: 2 })
    const from = (ip: string) =>
      send(url, { path: '/api/echo', body: '{}', headers: { ...JSON_TYPE, 'x-forwarded-for': ip } })
    expect((await from('1.1.1.1')).status).toBe(200)
    expect((await from('1.1.1.1')).status).toBe(200)
    const refused = await from('1.1.1.1')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('30')
    expect((await from('2.2.2.2')).status).toBe(200)
  })

  test('error: sends no cached response while the API is closed', async () => {
    const url = await start()
    expect(await count(url)).toBe(1)
    version = null
    expect((await send(url, { path: '/api/count', body: '{}' })).status).toBe(503)
  })

  test('error: a cached response does not bypass the checks of a request', async () => {
    const url = await start()
    const statusFor = async (headers: Record<string, string>) =>
      (await send(url, { path: '/api/echo', body: '{}', headers })).status
    expect(await statusFor(JSON_TYPE)).toBe(200)
    expect(await statusFor({})).toBe(415)
    expect(await statusFor({ ...JSON_TYPE, origin: 'https://evil.example' })).toBe(403)
  })

  test.each(['GET', 'POST'])('error: does not hold the body of a chunked %s', async (method) => {
    const url = await start()
    const path = method === 'GET' ? '/config.json' : '/api/echo'
    const before = process.memoryUsage().rss
    const sent = request(url + path, {
      method,
      headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' },
    })
    const [response] = await Promise.all([
      once(sent, 'response').then(([found]) => found as IncomingMessage),
      writeUntilResponse(sent, 200),
    ])
    response.resume()
    sent.destroy()
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE)
  })

  test('error: rejects a host that is none', async () => {
    const url = await start()
    expect((await send(url, { path: '/api/echo', body: '{}' })).status).toBe(200)
    for (const host of ['a/b', 'user@game.example', 'game.example:99999', 'a?b']) {
      const call = { path: '/api/echo', body: '{}', headers: { ...JSON_TYPE, host } }
      expect((await send(url, call)).status, host).toBe(400)
    }
    const call = {
      path: '/api/echo',
      body: '{}',
      headers: { ...JSON_TYPE, host: 'game.example:80' },
    }
    expect((await send(url, call)).status).toBe(200)
  })

  test('survives a caller that disconnects before its body is complete', async () => {
    const url = await start()
    const half = request(`${url}/api/echo`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'content-length': '2' },
    })
    half.on('error', () => undefined)
    half.write('{')
    await new Promise((resolve) => setTimeout(resolve, 20))
    half.destroy()
    expect((await send(url, { path: '/api/echo', body: '{}' })).status).toBe(200)
  })

  test('keeps what a block does not change, at the position of the block', async () => {
    const url = await start()
    const own = { account: '0xa', epochs: [7, 8] }
    expect(await trades(url, own)).toEqual({ call: 1, position: 'BNB=12,BTC=7' })
    addBlock('0xb', 9)
    expect(await trades(url, own)).toEqual({ call: 1, position: 'BNB=15,BTC=7' })
    addBlock()
    expect(await trades(url, own)).toEqual({ call: 1, position: 'BNB=20,BTC=7' })
  })

  test('computes again what a block changes, whether of the account or of a round', async () => {
    const url = await start()
    const own = { account: '0xa', epochs: [7, 8] }
    expect(await tradesCall(url, own)).toBe(1)
    addBlock('0xa', 9)
    expect(await tradesCall(url, own)).toBe(2)
    addBlock('0xb', 8)
    expect(await tradesCall(url, own)).toBe(3)
    addBlock()
    expect(await tradesCall(url, own)).toBe(3)
  })

  test('computes again once the time has changed it', async () => {
    const url = await start()
    expect(await tradesCall(url, { account: '0xa', until: 110 })).toBe(1)
    addBlock()
    expect(await tradesCall(url, { account: '0xa', until: 110 })).toBe(1)
    version = 'a second later'
    market = { ...market, now: toUnixSeconds(110) }
    expect(await tradesCall(url, { account: '0xa', until: 110 })).toBe(2)
  })

  test('computes again after each block what does not say what it depends on', async () => {
    const url = await start()
    expect(await tradesCall(url, { isOpen: true })).toBe(1)
    expect(await tradesCall(url, { isOpen: true })).toBe(1)
    addBlock()
    expect(await tradesCall(url, { isOpen: true })).toBe(2)
  })

  test('does not keep what a block changed while it was computed', async () => {
    const url = await start()
    const opening = Promise.withResolvers<void>()
    gate = opening.promise
    const late = [tradesCall(url, { account: '0xa' }), tradesCall(url, { account: '0xb' })]
    await expect.poll(() => calls).toBe(2)
    addBlock('0xa')
    opening.resolve()
    expect((await Promise.all(late)).toSorted()).toEqual([1, 2])
    expect(await tradesCall(url, { account: '0xa' })).toBe(3)
    expect(await tradesCall(url, { account: '0xb' })).toBeLessThan(3)
  })

  test('does not keep what was read before the data of a step had arrived', async () => {
    const url = await start()
    market = { ...market, isRead: false }
    expect(await tradesCall(url, { account: '0xa' })).toBe(1)
    market = { ...market, isRead: true }
    addBlock()
    expect(await tradesCall(url, { account: '0xa' })).toBe(2)
    addBlock()
    expect(await tradesCall(url, { account: '0xa' })).toBe(2)
  })

  test('forgets all of a market whose time goes back, or that was opened again', async () => {
    const url = await start()
    expect(await tradesCall(url, { epochs: [1] })).toBe(1)
    addBlock()
    expect(await tradesCall(url, { epochs: [1] })).toBe(1)
    addBlock()
    market = { ...market, ...timeAt(market.blockTime - 4) }
    expect(await tradesCall(url, { epochs: [1] })).toBe(2)
    version = 'opened again'
    market = { ...market, history: { step: market.history.step, isChangedSince: () => false } }
    expect(await tradesCall(url, { epochs: [1] })).toBe(3)
  })

  test('keeps as much as fits, and not for longer than the limit', async () => {
    const fits = { maxBytes: 3_000, maxAgeMs: 60_000 }
    const url = await start({ limits: fits })
    for (const epoch of [1, 2, 3]) await tradesCall(url, { epochs: [epoch] })
    addBlock()
    expect(await tradesCall(url, { epochs: [3] })).toBe(3)
    expect(await tradesCall(url, { epochs: [1] })).toBe(4)
    const brief = await start({ limits: { ...fits, maxAgeMs: 0 } })
    expect(await tradesCall(brief, { epochs: [1] })).toBe(5)
    addBlock()
    expect(await tradesCall(brief, { epochs: [1] })).toBe(6)
  })

  test('computes once for those that waited for a failure', async () => {
    const url = await start()
    const opening = Promise.withResolvers<void>()
    gate = opening.promise
    calls = 2
    const waiting = Array.from({ length: 5 }, () => send(url, { path: '/api/count', body: '{}' }))
    await expect.poll(() => calls).toBe(3)
    // The others have arrived by then.
    await send(url, { path: '/api/echo', body: '{}' })
    opening.resolve()
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 500])
    expect(calls).toBe(5)
  })

  test('error: lets no request wait for more than two failures', async () => {
    const url = await start()
    calls = FAILING_FROM
    let { promise, resolve: open } = Promise.withResolvers<void>()
    gate = promise
    const waiting = Array.from({ length: 9 }, () => send(url, { path: '/api/count', body: '{}' }))
    await expect.poll(() => calls).toBe(FAILING_FROM + 1)
    await send(url, { path: '/api/echo', body: '{}' })
    const openFirst = open
    ;({ promise, resolve: open } = Promise.withResolvers<void>())
    gate = promise
    openFirst()
    // The echo, and one for the eight that waited.
    await expect.poll(() => calls).toBe(FAILING_FROM + 3)
    const openSecond = open
    ;({ promise, resolve: open } = Promise.withResolvers<void>())
    gate = promise
    openSecond()
    await expect.poll(() => calls).toBe(FAILING_FROM + 10)
    open()
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(500)
  })

  test('error: does not keep a failure', async () => {
    const url = await start()
    calls = 12
    expect(await tradesCall(url, { epochs: [1] })).toBe(13)
    expect(await tradesCall(url, { epochs: [1] })).toBe(14)
  })

  test('property: responds as the app without a cache does, on a miss and on a hit', async () => {
    const anyCall: fc.Arbitrary<Call> = fc.record({
      method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'HEAD', 'OPTIONS', 'PUT'),
      path: fc.constantFrom(...ROUTE_PATHS, ...ROUTE_PATHS, '/api/echo?a=1', '/api/no'),
      body: fc.option(
        fc.constantFrom('{}', '', '{"a":"ä"}', '{', '[]', JSON.stringify('x'.repeat(1_500))),
        { nil: undefined },
      ),
      headers: fc
        .tuple(
          fc.constantFrom(JSON_TYPE, JSON_TYPE, {}, { 'content-type': 'text/plain' }),
          fc.constantFrom({}, { 'accept-encoding': 'gzip, br' }, { 'accept-encoding': 'gzip;q=0' }),
          fc.constantFrom({}, {}, {}, { 'accept-encoding': '*' }),
          fc.constantFrom({}, {}, { origin: FRIEND }, { origin: 'https://evil.example' }),
          fc.constantFrom({}, {}, { origin: 'https://game.example' }),
        )
        .map((parts): Record<string, string> => Object.assign({}, ...parts)),
    })
    const cached = await start()
    const plain = await start({ isCached: false })
    const host = { host: 'game.example' }
    let hits = 0
    await fc.assert(
      fc.asyncProperty(anyCall, async (call) => {
        const { body, ...rest } = { ...call, headers: { ...call.headers, ...host } }
        const hasBody =
          body !== undefined && !['GET', 'HEAD', 'OPTIONS'].includes(call.method ?? '')
        const sent = hasBody ? { ...rest, body } : rest
        const expected = await send(plain, sent)
        expect(await send(cached, sent)).toEqual(expected)
        const before = calls
        expect(await send(cached, sent)).toEqual(expected)
        if (expected.status === 200 && calls === before) hits += 1
      }),
      { numRuns: 300 },
    )
    expect(hits).toBeGreaterThan(10)
  })
})
