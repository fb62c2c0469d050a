import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { callerIp } from '@bullring/server/http/client-ip'
import type { Listener } from '@bullring/server/http/listen'
import { listen } from '@bullring/server/http/listen'
import { RateLimiter, rateLimit } from '@bullring/server/http/rate-limit'
import { readJson } from '@bullring/server/http/read-json'
import { getRequestListener } from '@hono/node-server'
import fc from 'fast-check'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cachedListener } from './cached-listener.ts'
import { createApp } from './create-app.ts'

const CALLS = new Set(['POST /api/count', 'POST /api/long', 'POST /api/echo', 'GET /config.json'])
const FRIEND = 'https://friend.example'
const log = pino({ level: 'silent' })
const agent = new Agent({ keepAlive: true })

let asked = 0
let version: string | null
let metered: string[]
let gate: Promise<unknown>
let open: Listener[] = []

beforeEach(() => {
  asked = 0
  version = 'block 1'
  metered = []
  gate = Promise.resolve()
})

afterEach(async () => {
  await Promise.all(open.map((listener) => listener.close()))
  open = []
})

afterAll(() => agent.destroy())

function appWith(callers: RateLimiter) {
  const routes = new Hono()
    .post('/api/count', async (c) => {
      asked += 1
      const number = asked
      await gate
      return c.json({ asked: number }, number === 3 ? 500 : 200)
    })
    .post('/api/echo', async (c) => c.json({ body: await readJson(c), text: 'ä' }))
    .post('/api/long', (c) => c.json({ text: 'x'.repeat(5_000) }))
  const fixed = new Hono().get('/config.json', (c) =>
    c.json({ name: 'game' }, 200, { 'cache-control': 'no-cache' }),
  )
  return createApp({
    api: [routes],
    system: [fixed],
    pages: null,
    hasIndex: () => version !== null,
    allowedOrigins: [FRIEND],
    apiRules: [rateLimit({ limiter: callers, trustsProxy: true, nowMs: () => 0 })],
    log,
  })
}

async function start({ perMinute = 1_000_000, isCached = true } = {}): Promise<string> {
  const callers = new RateLimiter(perMinute)
  const app = appWith(callers)
  const allows = (incoming: IncomingMessage) => callers.allows(callerIp(incoming, true), 0)
  const cached = cachedListener({
    fetch: app.fetch,
    rules: [{ calls: CALLS, version: () => version, allows }],
    onAnswered: (route, method) => metered.push(`${method} ${route}`),
  })
  const listener = isCached ? cached : getRequestListener(app.fetch)
  const listening = await listen(listener, { host: '127.0.0.1', port: 0 })
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

async function ask(url: string, { method = 'POST', path, body, headers = JSON_TYPE }: Call) {
  const lengths = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
  const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...lengths } })
  sent.end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (response === undefined) throw new Error('no answer')
  const { date: _, ...rest } = response.headers
  return { status: response.statusCode, headers: rest, body: await buffer(response) }
}

const count = async (url: string, body = '{}') =>
  JSON.parse((await ask(url, { path: '/api/count', body })).body.toString()).asked

describe('cachedListener', () => {
  test('answers the same request once a version, and other ones each', async () => {
    const url = await start()
    expect(await Promise.all([count(url), count(url), count(url)])).toEqual([1, 1, 1])
    expect(await count(url, '{"a":1}')).toBe(2)
    expect(await count(url)).toBe(1)
    expect(metered).toEqual(Array.from({ length: 3 }, () => 'POST /api/count'))
    version = 'block 2'
    asked = 10
    expect(await count(url)).toBe(11)
  })

  test('lets nobody wait for an answer of an older version, and keeps none', async () => {
    const url = await start()
    const opening = Promise.withResolvers<void>()
    gate = opening.promise
    const late = count(url)
    await expect.poll(() => asked).toBe(1)
    gate = Promise.resolve()
    version = 'block 2'
    expect(await count(url)).toBe(2)
    opening.resolve()
    expect(await late).toBe(1)
    expect(await count(url)).toBe(2)
  })

  test('keeps no failure', async () => {
    const url = await start()
    asked = 2
    const failed = await ask(url, { path: '/api/count', body: '{}' })
    expect(failed.status).toBe(500)
    expect(await count(url)).toBe(4)
    expect(await count(url)).toBe(4)
  })

  test('counts remembered answers too, and lets the app refuse', async () => {
    const url = await start({ perMinute: 2 })
    const from = (ip: string) =>
      ask(url, { path: '/api/echo', body: '{}', headers: { ...JSON_TYPE, 'x-forwarded-for': ip } })
    expect((await from('1.1.1.1')).status).toBe(200)
    expect((await from('1.1.1.1')).status).toBe(200)
    const refused = await from('1.1.1.1')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('30')
    expect((await from('2.2.2.2')).status).toBe(200)
    expect(metered).toHaveLength(2)
  })

  test('error: says nothing from memory while nothing may be answered', async () => {
    const url = await start()
    expect(await count(url)).toBe(1)
    version = null
    expect((await ask(url, { path: '/api/count', body: '{}' })).status).toBe(503)
  })

  test('error: a remembered answer is no way around the checks of a request', async () => {
    const url = await start()
    const statusFor = async (headers: Record<string, string>) =>
      (await ask(url, { path: '/api/echo', body: '{}', headers })).status
    expect(await statusFor(JSON_TYPE)).toBe(200)
    expect(await statusFor({})).toBe(415)
    expect(await statusFor({ ...JSON_TYPE, origin: 'https://evil.example' })).toBe(403)
  })

  test('goes on after a caller that left before its answer, or its body, was whole', async () => {
    const url = await start()
    const half = request(`${url}/api/echo`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'content-length': '2' },
    })
    half.on('error', () => undefined)
    half.write('{')
    await new Promise((resolve) => setTimeout(resolve, 20))
    half.destroy()
    expect((await ask(url, { path: '/api/echo', body: '{}' })).status).toBe(200)
  })

  test('property: answers as the app alone does, the first time and again', async () => {
    const anyCall: fc.Arbitrary<Call> = fc.record({
      method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'HEAD', 'OPTIONS', 'PUT'),
      path: fc.constantFrom('/api/echo', '/api/long', '/config.json', '/api/echo?a=1', '/api/no'),
      body: fc.option(
        fc.constantFrom('{}', '', '{"a":"ä"}', '{', '[]', JSON.stringify('x'.repeat(1_500))),
        { nil: undefined },
      ),
      headers: fc
        .tuple(
          fc.constantFrom(JSON_TYPE, JSON_TYPE, {}, { 'content-type': 'text/plain' }),
          fc.constantFrom({}, { 'accept-encoding': 'gzip, br' }, { 'accept-encoding': 'gzip;q=0' }),
          fc.constantFrom({}, {}, { origin: FRIEND }, { origin: 'https://evil.example' }),
        )
        .map((parts): Record<string, string> => Object.assign({}, ...parts)),
    })
    const cached = await start()
    const plain = await start({ isCached: false })
    const host = { host: 'game.example' }
    await fc.assert(
      fc.asyncProperty(anyCall, async (call) => {
        const { body, ...rest } = { ...call, headers: { ...call.headers, ...host } }
        const hasBody =
          body !== undefined && !['GET', 'HEAD', 'OPTIONS'].includes(call.method ?? '')
        const sent = hasBody ? { ...rest, body } : rest
        const expected = await ask(plain, sent)
        expect(await ask(cached, sent)).toEqual(expected)
        expect(await ask(cached, sent)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
    expect(metered.length).toBeGreaterThan(20)
  })
})
