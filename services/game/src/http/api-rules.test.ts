import { gunzipSync } from 'node:zlib'
import { RateLimiter, rateLimit } from '@bullring/server/http/rate-limit'
import { readJson } from '@bullring/server/http/read-json'
import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { accountLimit } from './account-limit.ts'
import { createApp } from './create-app.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** An app that answers at length or in short, under all rules. */
function appWith({ perMinute = 1_000, trustsProxy = false } = {}) {
  let nowMs = 0
  const routes = new Hono()
    .post('/api/echo', async (c) => {
      const body = await readJson(c)
      return c.json({ body })
    })
    .post('/api/long', (c) => c.json({ text: 'x'.repeat(5_000) }))
    .post('/api/short', (c) => c.json({ text: 'x' }))
  const app = createApp({
    api: [routes],
    system: [],
    pages: null,
    hasIndex: () => true,
    allowedOrigins: [],
    apiRules: [
      rateLimit({ limiter: new RateLimiter(perMinute), trustsProxy, nowMs: () => nowMs }),
      accountLimit(new RateLimiter(perMinute), () => nowMs),
    ],
    log: pino({ level: 'silent' }),
  })
  const ask = (path: string, body: unknown = {}, headers: Record<string, string> = {}) => {
    const text = JSON.stringify(body)
    const length = { 'content-type': 'application/json', 'content-length': `${text.length}` }
    const init = { method: 'POST', body: text, headers: { ...length, ...headers } }
    return Promise.resolve(app.request(path, init))
  }
  return {
    ask,
    passTime: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('rateLimit', () => {
  test('error: makes an address wait that asks too often, and no other', async () => {
    const { ask, passTime } = appWith({ perMinute: 3, trustsProxy: true })
    const from = (ip: string) => ask('/api/short', {}, { 'x-forwarded-for': `9.9.9.9, ${ip}` })
    for (let times = 0; times < 3; times += 1) expect((await from('1.1.1.1')).status).toBe(200)
    const refused = await from('1.1.1.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(await refused.json()).toMatchObject({ code: 'http.rate-limited' })
    expect((await from('2.2.2.2')).status).toBe(200)
    passTime(20_000)
    expect((await from('1.1.1.1')).status).toBe(200)
    expect((await from('1.1.1.1')).status).toBe(429)
  })

  test('error: does not believe what a visitor says of a proxy', async () => {
    const { ask } = appWith({ perMinute: 1 })
    const from = (ip: string) => ask('/api/short', {}, { 'x-forwarded-for': ip })
    expect((await from('1.1.1.1')).status).toBe(200)
    expect((await from('2.2.2.2')).status).toBe(429)
  })

  test('error: counts an account in whatever case, whoever asks', async () => {
    const { ask } = appWith({ perMinute: 2, trustsProxy: true })
    const about = (account: string, ip: string) =>
      ask('/api/echo', { user_address: account }, { 'x-forwarded-for': ip })
    expect((await about(ALICE, '1.1.1.1')).status).toBe(200)
    expect((await about(ALICE.toLowerCase(), '2.2.2.2')).status).toBe(200)
    expect((await about(ALICE, '3.3.3.3')).status).toBe(429)
    expect((await about(BOB, '3.3.3.3')).status).toBe(200)
  })

  test('forgets callers rather than grow without end', () => {
    const limiter = new RateLimiter(1)
    limiter.take('first', 0)
    for (let caller = 0; caller < 20_000; caller += 1) limiter.take(`caller ${caller}`, 0)
    limiter.take('first', 0)
    expect(() => limiter.take('first', 0)).toThrow('Too many requests')
  })
})

describe('compressJson', () => {
  const packed = { 'accept-encoding': 'br, gzip;q=0.8' }

  test('packs what is long, for those who can unpack it', async () => {
    const { ask } = appWith()
    const response = await ask('/api/long', {}, packed)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBeLessThan(1_000)
    expect(JSON.parse(gunzipSync(bytes).toString()).text).toHaveLength(5_000)
  })

  test.each([undefined, 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
    'leaves it whole for %s',
    async (accepted) => {
      const { ask } = appWith()
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
      const response = await ask('/api/long', {}, headers)
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.json()).toEqual({ text: 'x'.repeat(5_000) })
    },
  )

  test('leaves short answers and problems readable, with their status', async () => {
    const { ask } = appWith()
    const short = await ask('/api/short', {}, packed)
    expect(short.headers.get('content-encoding')).toBeNull()
    expect(short.headers.get('content-type')).toBe('application/json')
    expect(await short.json()).toEqual({ text: 'x' })
    const problem = await ask('/api/nothing', {}, packed)
    expect(problem.status).toBe(404)
    expect(problem.headers.get('content-type')).toBe('application/problem+json')
  })
})
