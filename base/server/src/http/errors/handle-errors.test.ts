import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { baseHeaders } from '../response/base-headers.ts'
import { noStore } from '../response/no-store.ts'
import { listen } from '../server/listen.ts'
import { UnknownPathError } from './errors.ts'
import { handleErrors } from './handle-errors.ts'

const app = new Hono()
  .use(baseHeaders)
  .use('/api/*', noStore)
  .get('/api/good', (c) => c.text('good', 200, { 'cache-control': 'public' }))
  .get('/api/bad', () => {
    throw new UnknownPathError()
  })
  .get('/user/:id', (c) => c.text('user'))
  .patch('/user/:id', (c) => c.text('changed'))
  .get('/page', (c) => c.text('page', 200, { 'cache-control': 'public' }))
handleErrors(app, pino({ level: 'silent' }))

test.each([
  ['/api/good', 200, 'no-store'],
  ['/api/bad', 404, 'no-store'],
  ['/page', 200, 'public'],
  ['/nothing', 404, null],
])('%s has the base headers and the cache-control of its path', async (path, status, caching) => {
  const response = await app.request(path)
  const { headers } = response
  expect(response.status).toBe(status)
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
  expect(headers.get('cache-control')).toBe(caching)
})

test.each([
  ['/page', 405, 'GET'],
  ['/user/7', 405, 'GET, PATCH'],
  ['/user/7/more', 404, null],
])('DELETE %s responds %i, with the methods of the path', async (path, status, allow) => {
  const response = await app.request(path, { method: 'DELETE' })
  expect(response.status).toBe(status)
  expect(response.headers.get('allow')).toBe(allow)
})

test('does not log a caller that leaves in the middle of a request', async () => {
  const lines: string[] = []
  const started = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const reading = new Hono().post('/read', async (c) => {
    started.resolve()
    try {
      return c.text(await c.req.text())
    } finally {
      finished.resolve()
    }
  })
  handleErrors(reading, pino({ level: 'error' }, { write: (line: string) => lines.push(line) }))
  const service = await listen(getRequestListener(reading.fetch), { host: '127.0.0.1', port: 0 })
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.url).port) })
  socket.write('POST /read HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf')
  await started.promise
  socket.destroy()
  await finished.promise
  await service.close()
  expect(lines).toEqual([])
})
