import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressJson } from './compress-json.ts'

const LONG = 'x'.repeat(5_000)
const app = new Hono()
  .use(compressJson)
  .get('/json', (c) => c.json({ text: LONG }))
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
