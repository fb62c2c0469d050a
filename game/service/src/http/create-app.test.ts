import { readJson } from '@bullring/server/http/read-json'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AppDeps } from './create-app.ts'
import { createApp } from './create-app.ts'

const Echo = z.object({ text: z.string() })

function appWith(overrides: Partial<AppDeps> = {}) {
  const echo = new Hono()
    .post('/api/echo', async (c) => c.json(parse(Echo, await readJson(c))))
    .post('/api/broken', () => {
      throw new Error('password=hunter2')
    })
  return createApp({
    api: [echo],
    system: [new Hono().get('/healthz', (c) => c.json({ status: 'ok' }))],
    pages: null,
    hasIndex: () => true,
    allowedOrigins: ['https://friend.example'],
    log: pino({ level: 'silent' }),
    ...overrides,
  })
}

const json = { 'content-type': 'application/json' }

function post(path: string, body: string | Blob | null, headers: Record<string, string> = json) {
  return appWith().request(path, { method: 'POST', body, headers })
}

async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  return parse(Problem, await response.json())
}

/** A body without a declared length, as a chunked request has it. */
function stream(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream()
}

describe('createApp', () => {
  test('responds with headers against sniffing and framing', async () => {
    const response = await post('/api/echo', '{"text":"hi"}')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ text: 'hi' })
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })

  test('treats an empty body as an empty object', async () => {
    const problem = await problemOf(await post('/api/echo', null, {}))
    expect(problem.errors).toEqual([{ field: 'text', reason: expect.any(String) }])
  })

  const long = JSON.stringify({ text: 'x'.repeat(17_000) })
  test.each([
    ['malformed JSON', '/api/echo', '{"text":', json, 400, 'wire.malformed-json'],
    ['a wrong field', '/api/echo', '{"text":1}', json, 422, 'wire.invalid-message'],
    ['a body that is not an object', '/api/echo', '[]', json, 422, 'wire.invalid-message'],
    ['a long body', '/api/echo', long, json, 413, 'http.body-too-large'],
    ['a wrong type', '/api/echo', '{}', { 'content-type': 'text/plain' }, 415, undefined],
    ['no type', '/api/echo', new Blob(['{}']), {}, 415, 'http.unsupported-media-type'],
    ['an unknown path', '/api/nothing', '{}', json, 404, 'http.unknown-path'],
  ] as const)(
    'error: responds to %s with a problem',
    async (_, path, body, headers, status, code) => {
      const response = await post(path, body, headers as Record<string, string>)
      const problem = await problemOf(response)
      expect(response.status).toBe(status)
      expect(problem).toMatchObject({ status, ...(code && { code }) })
    },
  )

  test('error: stops reading an undeclared body at the limit', async () => {
    const init = { method: 'POST', headers: json, body: stream(long), duplex: 'half' }
    const response = await appWith().request('/api/echo', init as RequestInit)
    expect(response.status).toBe(413)
    const short = { ...init, body: stream('{"text":"hi"}') }
    expect(await (await appWith().request('/api/echo', short as RequestInit)).json()).toEqual({
      text: 'hi',
    })
  })

  test('error: names the allowed method', async () => {
    const response = await appWith().request('/api/echo')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect((await appWith().request('/healthz', { method: 'POST' })).status).toBe(405)
  })

  test('error: hides the cause of internal errors', async () => {
    const response = await post('/api/broken', '{}')
    expect(response.status).toBe(500)
    expect(await response.clone().text()).not.toContain('hunter2')
    expect((await problemOf(response)).code).toBe('service.failed')
  })

  test('error: closes only the API until the index is ready', async () => {
    const app = appWith({ hasIndex: () => false })
    const response = await app.request('/api/echo', { method: 'POST' })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect((await problemOf(response)).code).toBe('service.not-ready')
    expect((await app.request('/healthz')).status).toBe(200)
  })

  test('error: rejects requests from pages of other origins', async () => {
    const from = (origin: string) =>
      post('/api/echo', '{"text":"hi"}', { ...json, host: 'game.example', origin })
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await from('null')).status).toBe(403)
    expect((await from('https://game.example')).status).toBe(200)
    expect((await from('https://friend.example')).status).toBe(200)
  })

  test('allows configured origins only to read responses', async () => {
    const preflight = (origin: string) =>
      appWith().request('/api/echo', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = (response: Response) => response.headers.get('access-control-allow-origin')
    expect(allowed(await preflight('https://friend.example'))).toBe('https://friend.example')
    expect(allowed(await preflight('https://evil.example'))).toBeNull()
  })
})
