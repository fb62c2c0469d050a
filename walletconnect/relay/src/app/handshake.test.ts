import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestRelay, type TestRelay } from '../testing/start-test-relay.ts'
import { createIdentity, type TokenChanges } from '../testing/test-identity.ts'

const MEMORY = { variables: { RELAY_DATABASE_URL: 'memory' } }
const ORIGIN = 'https://app.example'
const TOKEN = 'metrics-token-of-the-tests'

let relay: TestRelay
let strict: TestRelay

beforeAll(async () => {
  relay = await startTestRelay(MEMORY, { variables: { METRICS_TOKEN: TOKEN } })
  const variables = {
    RELAY_AUDIENCES: 'wss://relay.example/relay',
    RELAY_PROJECT_IDS: 'known',
    RELAY_ALLOWED_ORIGINS: ORIGIN,
    TRUST_PROXY: '1',
  }
  strict = await startTestRelay(MEMORY, { variables, limits: { socketsPerIp: 1 } })
})
afterAll(() => Promise.all([relay.stop(), strict.stop()]))

type Attempt = { url: string; query?: Record<string, string>; headers?: Record<string, string> }

/** Tries to connect. Returns how it ended: `open`, a close code with its reason, or an HTTP status. */
async function attempt({ url, query = {}, headers = {} }: Attempt): Promise<string> {
  const target = new URL(url)
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  const socket = new WebSocket(target, { headers })
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.on('unexpected-response', (_, response) => resolve(`HTTP ${response.statusCode}`))
  socket.on('close', (code, reason) => resolve(`${code} ${reason}`))
  socket.on('error', () => undefined)
  socket.on('open', () => {
    // A refusal follows immediately. A reply to a call shows that there is none.
    socket.send('{"id":1,"jsonrpc":"2.0","method":"irn_unknown"}')
    void once(socket, 'message').then(() => resolve('open'))
  })
  const outcome = await promise
  socket.terminate()
  return outcome
}

const CLOSE = { useOnCloseEvent: 'true' }

test('accepts a token in the query or in a header', async () => {
  const identity = createIdentity()
  const auth = await identity.token(relay.url)
  expect(await attempt({ url: relay.url, query: { auth } })).toBe('open')
  expect(await attempt({ url: `${relay.url}/relay`, query: { auth, ...CLOSE } })).toBe('open')
  const headers = { authorization: `Bearer ${auth}` }
  expect(await attempt({ url: relay.url, headers })).toBe('open')
})

const now = Math.floor(Date.now() / 1_000)
test.each<[string, TokenChanges, string]>([
  ['issued in two minutes', { iat: now + 600 }, 'JWT Token is not yet valid'],
  ['expired', { iat: now - 90_000, exp: now - 600 }, 'JWT Token is expired'],
  ['for another relay', { aud: 'wss://relay.example' }, 'Invalid audience'],
  ['of another key', { iss: createIdentity().did }, 'Invalid signature'],
  ['without a did:key', { iss: 'did:web:example' }, 'Invalid issuer'],
])('error: a token that is %s', async (_, changes, reason) => {
  const auth = await createIdentity().token(relay.url, changes)
  const closed = await attempt({ url: relay.url, query: { auth, ...CLOSE } })
  expect(closed).toBe(`3000 JWT validation error: ${reason}`)
  expect(await attempt({ url: relay.url, query: { auth } })).toBe('HTTP 401')
})

test('tolerates clocks that differ by less than two minutes', async () => {
  const early = await createIdentity().token(relay.url, { iat: now + 60 })
  const late = await createIdentity().token(relay.url, { iat: now - 86_460, exp: now - 60 })
  expect(await attempt({ url: relay.url, query: { auth: early } })).toBe('open')
  expect(await attempt({ url: relay.url, query: { auth: late } })).toBe('open')
})

test('error: no token, or a text that is none', async () => {
  const query = { auth: 'nonsense', ...CLOSE }
  expect(await attempt({ url: relay.url, query })).toBe('3000 JWT validation error: Invalid format')
  expect(await attempt({ url: relay.url, query: CLOSE })).toBe('3000 Unauthorized: missing JWT')
  expect(await attempt({ url: relay.url })).toBe('HTTP 401')
})

test('with rules, checks audience, project, origin and the sockets of an address', async () => {
  const auth = await createIdentity().token('wss://relay.example/relay')
  const query = { auth, projectId: 'known', ...CLOSE }
  const visitor = { 'x-forwarded-for': '203.0.113.7' }
  const headers = { ...visitor, origin: ORIGIN }
  const { url } = strict
  expect(await attempt({ url, query, headers })).toBe('open')
  expect(await attempt({ url, query, headers: visitor })).toBe('open')
  const local = { ...query, auth: await createIdentity().token(url) }
  expect(await attempt({ url, query: local, headers })).toContain('Invalid audience')
  const unknown = { ...query, projectId: 'unknown' }
  expect(await attempt({ url, query: unknown, headers })).toBe('3000 Unauthorized: invalid key')
  const foreign = { ...visitor, origin: 'https://evil.example' }
  expect(await attempt({ url, query, headers: foreign })).toBe(
    '3000 Unauthorized: origin not allowed',
  )
  const first = new WebSocket(`${url}/?${new URLSearchParams(query)}`, { headers })
  await once(first, 'open')
  expect(await attempt({ url, query, headers })).toBe('HTTP 429')
  expect(await attempt({ url, query, headers: { 'x-forwarded-for': '203.0.113.8' } })).toBe('open')
  first.terminate()
})

test('error: without audiences, a client from elsewhere that asks for this machine', async () => {
  const near = await startTestRelay(MEMORY, { variables: { TRUST_PROXY: '2' } })
  onTestFinished(near.stop)
  const { url } = near
  const query = { auth: await createIdentity().token(url), ...CLOSE }
  const attemptFrom = (forwarded: string) =>
    attempt({ url, query, headers: { 'x-forwarded-for': forwarded } })
  expect(await attempt({ url, query })).toBe('open')
  // A browser on this machine connects through the game's own proxy.
  expect(await attemptFrom('127.0.0.1')).toBe('open')
  for (const forwarded of [
    '203.0.113.7',
    '127.0.0.1, 203.0.113.7',
    '::1, 203.0.113.7',
    '127.evil',
  ]) {
    expect(await attemptFrom(forwarded)).toContain('Invalid audience')
  }
})

test('error: a client that names this machine in a header has the limits of any address', async () => {
  const auth = await createIdentity().token('wss://relay.example/relay')
  const query = { auth, projectId: 'known', ...CLOSE }
  const headers = { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }
  const first = new WebSocket(`${strict.url}/?${new URLSearchParams(query)}`, { headers })
  await once(first, 'open')
  expect(await attempt({ url: strict.url, query, headers })).toBe('HTTP 429')
  expect(await attempt({ url: strict.url, query })).toBe('open')
  first.terminate()
})

test('reports health, readiness and metrics', async () => {
  for (const path of ['/healthz', '/livez', '/health', '/readyz']) {
    expect((await fetch(relay.httpUrl + path)).status).toBe(200)
  }
  const headers = { authorization: `Bearer ${TOKEN}` }
  const metrics = await (await fetch(`${relay.httpUrl}/metrics`, { headers })).text()
  expect(metrics).toContain('bullring_relay_sockets 0')
  expect(metrics).toContain('bullring_relay_refused_sockets_total{cause="unauthorized"}')
  expect((await fetch(`${relay.httpUrl}/metrics`)).status).toBe(404)
})
