import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressJson } from './compress-json.ts'

const LONG = 'x'.repeat(5_000)
const app = new Hono()
  .use(compressJson)
  .get('/json', (c) => c.json({ text: LONG }))
  .get('/longest', (c) => c.json({ text: LONG.repeat(20) }))
  .get('/zipped', (c) =>
    c.body('zipped', 200, { 'content-type': 'application/json', 'content-encoding': 'br' }),
  )
  .get('/short', (c) => c.json({ text: 'x' }))
  .get('/page', (c) => c.text(LONG))
  .get('/stream', (c) => c.body(LONG, 200, { 'content-type': 'text/event-stream' }))
  .get('/problem', (c) => c.body(LONG, 500, { 'content-type': 'application/problem+json' }))

test.each([
  ['/json', 'gzip'],
  ['/problem', 'gzip'],
  ['/short', null],
  ['/page', null],
  ['/stream', null],
])('%s has the content encoding %s', async (path, encoding) => {
  const { headers } = await app.request(path, { headers: { 'accept-encoding': 'gzip' } })
  expect(headers.get('content-encoding')).toBe(encoding)
  if (encoding !== null) expect(Number(headers.get('content-length'))).toBeLessThan(200)
})

test.each([
  ['/json', LONG],
  ['/longest', LONG.repeat(20)],
])('%s contains its JSON once it is decompressed', async (path, text) => {
  const response = await app.request(path, { headers: { 'accept-encoding': 'gzip' } })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(`${bytes.length}`)
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual({ text })
})

test('passes on compressed responses', async () => {
  const response = await app.request('/zipped', { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(await response.text()).toBe('zipped')
})
