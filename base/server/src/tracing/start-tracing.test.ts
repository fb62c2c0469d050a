import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { boundedFetch } from '../chain/bounded-fetch.ts'
import { openDatabase } from '../db/open-database.ts'
import { timedFetch } from '../metrics/timed-fetch.ts'
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
} from '../testing/trace-collector.ts'
import { startTracing } from './start-tracing.ts'

const ACCOUNT = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
/** As of the adapter. The app reads none of them. */
const BINDINGS = {} as Parameters<ReturnType<typeof timedFetch>>[1]

let collector: TraceCollector
let node: { url: string; close: () => void }
let db: Kysely<unknown>
let stop: () => Promise<void> = () => Promise.resolve()

beforeEach(async () => {
  collector = await startTraceCollector()
  node = await startNode()
})

afterEach(async () => {
  await stop()
  await db.destroy()
  node.close()
  await collector.close()
})

/** The exporter reads the variables of the process itself. */
async function start(env: Record<string, string> = {}): Promise<void> {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  stop = await startTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'test',
    ...env,
  })
  vi.unstubAllEnvs()
  db = open()
}

function open(): Kysely<unknown> {
  const url = inject('postgresUrl')
  return openDatabase({ url, applicationName: 'test', onIdleError: () => undefined })
}

async function startNode() {
  const server = createServer((_, response) => response.end('{}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/key-of-the-node`, close: () => void server.close() }
}

function fetchOf({ continuesTraces = false } = {}) {
  const app = new Hono()
  app.get('/accounts/:address', async (c) => {
    await sql`select ${c.req.param('address')}::text as account`.execute(db)
    const body = JSON.stringify([{ method: 'eth_getBalance', params: [c.req.param('address')] }])
    const response = await boundedFetch(node.url, { method: 'POST', body }, 30_000, () => undefined)
    return c.text(await response.text())
  })
  app.get('/broken', async (c) => {
    await sql`select 1 / ${0}::int`.execute(db).catch(() => undefined)
    return c.text('')
  })
  return timedFetch(app, { httpRequest: () => undefined }, { continuesTraces })
}

async function get(path: string, options?: { continuesTraces: boolean }): Promise<void> {
  const headers = { traceparent: CALLER }
  await fetchOf(options)(new Request(`http://localhost${path}`, { headers }), BINDINGS)
  await stop()
}

const attributesOf = (span: CollectedSpan | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue]))
const named = (name: string) => collector.spans.find((span) => span.name === name)

describe('startTracing', () => {
  test('records a request, its query and its call to a node as one trace', async () => {
    await start()
    await get(`/accounts/${ACCOUNT}`)
    const entry = named('GET /accounts/:address')
    expect(entry?.parentSpanId ?? '').toBe('')
    const [query, call] = [named('SELECT'), named('eth_getBalance')]
    expect([query?.parentSpanId, call?.parentSpanId]).toEqual([entry?.spanId, entry?.spanId])
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1)
    expect(collector.spans.map(({ service }) => service)).toEqual(['test', 'test', 'test'])
    expect(attributesOf(query)['db.query.text']).toBe('select $1::text as account')
    expect(attributesOf(entry)['http.route']).toBe('/accounts/:address')
  })

  test('sends no address and no key', async () => {
    await start()
    await get(`/accounts/${ACCOUNT}`)
    const sent = collector.bodies.join('')
    expect(collector.spans).toHaveLength(3)
    for (const secret of [ACCOUNT, 'key-of-the-node']) expect(sent).not.toContain(secret)
  })

  test('continues the trace of a caller only where the service trusts it', async () => {
    await start()
    await get(`/accounts/${ACCOUNT}`, { continuesTraces: true })
    const [, traceId, parentId] = CALLER.split('-')
    expect(named('GET /accounts/:address')).toMatchObject({ traceId, parentSpanId: parentId })
    await start()
    await get('/broken')
    expect(named('GET /broken')?.traceId).not.toBe(traceId)
  })

  test('error: names a failed query without its message', async () => {
    await start()
    await get('/broken')
    expect(named('SELECT')?.status.code).toBe(2)
    expect(attributesOf(named('SELECT'))['error.type']).toBe('error')
    expect(collector.bodies.join('')).not.toContain('division by zero')
  })

  test('records nothing outside a request', async () => {
    await start()
    await sql`select 1`.execute(db)
    await stop()
    expect(collector.spans).toEqual([])
  })

  test('records the share of traces that the sampler keeps', async () => {
    await start({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
    await get(`/accounts/${ACCOUNT}`)
    expect(collector.spans).toEqual([])
  })

  test('does nothing without an endpoint', async () => {
    stop = await startTracing({})
    db = open()
    await get(`/accounts/${ACCOUNT}`)
    expect(collector.bodies).toEqual([])
  })

  test('error: rejects a share above 1', async () => {
    db = open()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '2' }
    await expect(startTracing(env)).rejects.toThrow('OTEL_TRACES_SAMPLER_ARG')
  })
})
