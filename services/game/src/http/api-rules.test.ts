import { gunzipSync } from 'node:zlib'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from './create-app.ts'
import { RateLimiter, rateLimit } from './rate-limit.ts'
import { readJson } from './read-json.ts'
import { responseCache } from './response-cache.ts'

const Count = z.object({ asked: z.optional(z.int()) })

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** An app that says how often it was asked, under all rules. */
function appWith({ perMinute = 1_000, trustsProxy = false } = {}) {
  let asked = 0
  let version = 'block 1'
  let nowMs = 0
  const routes = new Hono()
    .post('/api/count', async (c) => {
      const body = await readJson(c)
      asked += 1
      await Promise.resolve()
      return asked === 5 ? c.json({ failed: true }, 500) : c.json({ asked, body })
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
      rateLimit({ perMinute, trustsProxy, nowMs: () => nowMs }),
      responseCache({ version: () => version, paths: new Set(['/api/count']) }),
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
    count: async (body?: unknown) =>
      parse(Count, await (await ask('/api/count', body)).json()).asked,
    newBlock: () => {
      version += '+'
    },
    passTime: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('responseCache', () => {
  test('answers the same request once a block, and other ones each', async () => {
    const { count, newBlock } = appWith()
    expect(await Promise.all([count(), count(), count()])).toEqual([1, 1, 1])
    expect(await count({ epoch: 1 })).toBe(2)
    expect(await count()).toBe(1)
    newBlock()
    expect(await count()).toBe(3)
  })

  test('keeps no failure', async () => {
    const { count, newBlock } = appWith()
    for (const expected of [1, 2, 3, 4]) {
      expect(await count()).toBe(expected)
      newBlock()
    }
    expect(await count()).toBeUndefined()
    expect(await count()).toBe(6)
    expect(await count()).toBe(6)
  })

  test('error: a cached answer is no way around the checks of a request', async () => {
    const { ask, count } = appWith()
    expect(await count()).toBe(1)
    expect((await ask('/api/count', {}, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await ask('/api/count', {}, { origin: 'https://evil.example' })).status).toBe(403)
  })

  test('answers are for no other cache', async () => {
    const { ask } = appWith()
    for (let times = 0; times < 2; times += 1) {
      const response = await ask('/api/count')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-type')).toBe('application/json')
    }
    expect((await ask('/api/nothing')).headers.get('cache-control')).toBe('no-store')
  })
})

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
    const { ask, newBlock } = appWith({ perMinute: 2, trustsProxy: true })
    const about = (account: string, ip: string) => {
      newBlock()
      return ask('/api/count', { user_address: account }, { 'x-forwarded-for': ip })
    }
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
    expect(response.headers.get('vary')).toContain('accept-encoding')
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
