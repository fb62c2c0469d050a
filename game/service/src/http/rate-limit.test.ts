import { gunzipSync } from 'node:zlib'
import { RateLimiter, rateLimit } from '@bullring/server/http/rate-limit'
import { readJson } from '@bullring/server/http/read-json'
import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createApp } from './create-app.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** An app with long and short responses, rate limit and compression. */
function appWith({ perMinute = 1_000, proxies = 0 } = {}) {
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
    rateLimit: rateLimit({ limiter: new RateLimiter(perMinute), proxies, nowMs: () => nowMs }),
    log: pino({ level: 'silent' }),
  })
  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) => {
    const text = JSON.stringify(body)
    const length = { 'content-type': 'application/json', 'content-length': `${text.length}` }
    const init = { method: 'POST', body: text, headers: { ...length, ...headers } }
    return Promise.resolve(app.request(path, init))
  }
  return {
    post,
    passTime: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('rateLimit', () => {
  test('error: limits an address without affecting others', async () => {
    const { post, passTime } = appWith({ perMinute: 3, proxies: 1 })
    const from = (ip: string) => post('/api/short', {}, { 'x-forwarded-for': `9.9.9.9, ${ip}` })
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

  test('error: ignores X-Forwarded-For without a trusted proxy', async () => {
    const { post } = appWith({ perMinute: 1 })
    const from = (ip: string) => post('/api/short', {}, { 'x-forwarded-for': ip })
    expect((await from('1.1.1.1')).status).toBe(200)
    expect((await from('2.2.2.2')).status).toBe(429)
  })

  test('locks no account out, however many requests name it', async () => {
    const { post } = appWith({ perMinute: 2, proxies: 1 })
    const about = (ip: string) =>
      post('/api/echo', { user_address: ALICE }, { 'x-forwarded-for': ip })
    for (const ip of ['1.1.1.1', '1.1.1.1', '1.1.1.1', '2.2.2.2', '2.2.2.2']) await about(ip)
    expect((await about('3.3.3.3')).status).toBe(200)
  })

  test('evicts callers instead of growing without limit', () => {
    const limiter = new RateLimiter(1)
    limiter.take('first', 0)
    for (let caller = 0; caller < 20_000; caller += 1) limiter.take(`caller ${caller}`, 0)
    limiter.take('first', 0)
    expect(() => limiter.take('first', 0)).toThrow('Too many requests')
  })
})

describe('compressJson', () => {
  const packed = { 'accept-encoding': 'br, gzip;q=0.8' }

  test('compresses long responses for clients that accept gzip', async () => {
    const { post } = appWith()
    const response = await post('/api/long', {}, packed)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBeLessThan(1_000)
    expect(JSON.parse(gunzipSync(bytes).toString()).text).toHaveLength(5_000)
  })

  test.each([undefined, 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
    'does not compress for accept-encoding %s',
    async (accepted) => {
      const { post } = appWith()
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
      const response = await post('/api/long', {}, headers)
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.json()).toEqual({ text: 'x'.repeat(5_000) })
    },
  )

  test('does not compress short responses and problems, and keeps their status', async () => {
    const { post } = appWith()
    const short = await post('/api/short', {}, packed)
    expect(short.headers.get('content-encoding')).toBeNull()
    expect(short.headers.get('content-type')).toBe('application/json')
    expect(await short.json()).toEqual({ text: 'x' })
    const problem = await post('/api/nothing', {}, packed)
    expect(problem.status).toBe(404)
    expect(problem.headers.get('content-type')).toBe('application/problem+json')
  })
})
