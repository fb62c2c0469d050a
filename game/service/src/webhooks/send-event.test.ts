import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SendOptions, sendEvent } from './send-event.ts'

const EVENT = { id: 'an-id', body: '{"a":1}', secrets: [Buffer.alloc(32, 1)] }
const PENDING = new AbortController().signal

let respond: RequestListener
let hits: string[]
let port: number
const server = createServer((request, response) => {
  hits.push(request.url ?? '')
  respond(request, response)
})

beforeEach(async () => {
  hits = []
  respond = (_, response) => response.writeHead(204).end()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const send = (url: string, options: Partial<SendOptions> = {}) =>
  sendEvent(
    { ...EVENT, url: url.replace('PORT', `${port}`) },
    { allowsLoopback: false, signal: PENDING, timeoutMs: 10_000, ...options },
  )
const sendHere = (options: Partial<SendOptions> = {}) =>
  send('http://127.0.0.1:PORT/x', { allowsLoopback: true, ...options })

const resolvesTo =
  (...addresses: string[]): NonNullable<SendOptions['resolveName']> =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: isIP(address) })))

test('posts to an address of this machine where that is allowed', async () => {
  expect(await sendHere()).toEqual({ status: 204, error: null })
  expect(hits).toEqual(['/x'])
})

test.each([
  'http://127.0.0.1:PORT/x',
  'https://127.0.0.1:PORT/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://[::ffff:7f00:1]/x',
  'https://localhost/x',
])('error: does not send to %s on a public chain, whatever is stored', async (url) => {
  expect(await send(url)).toEqual({ status: null, error: 'refused-address' })
  expect(hits).toEqual([])
})

test.each([
  [['127.0.0.1']],
  [['93.184.216.34', '10.0.0.1']],
  [['169.254.169.254']],
  [['::1']],
  [['fd00:ec2::254']],
  [['::ffff:10.0.0.1']],
  [['64:ff9b::a00:1']],
])('error: a name that now has the addresses %j is refused', async (addresses) => {
  const attempt = await send('https://rebinding.example/x', {
    resolveName: resolvesTo(...addresses),
  })
  expect(attempt).toEqual({ status: null, error: 'refused-address' })
})

test('error: a redirect is a failure, and is not followed', async () => {
  respond = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end()
  expect(await sendHere()).toEqual({ status: 307, error: 'status' })
  expect(hits).toEqual(['/x'])
})

test('error: waits for the head of a response for a limited time, and for no body', async () => {
  respond = () => undefined
  expect(await sendHere({ timeoutMs: 200 })).toEqual({ status: null, error: 'timeout' })
  respond = (_, response) => void response.writeHead(200).write('{')
  expect(await sendHere({ timeoutMs: 60_000 })).toEqual({ status: 200, error: null })
})

test('reads nothing of a body without an end', async () => {
  let sent = 0
  const closed = Promise.withResolvers<void>()
  respond = (_, response) => {
    const write = () => {
      sent += 65_536
      if (response.write('x'.repeat(65_536))) setImmediate(write)
      else response.once('drain', write)
    }
    response.writeHead(200)
    response.once('close', closed.resolve)
    write()
  }
  expect(await sendHere()).toEqual({ status: 200, error: null })
  await closed.promise
  expect(sent).toBeLessThan(64 * 1_024 * 1_024)
})

test('error: tells an address without a server from a slow one', async () => {
  const before = port
  server.close()
  await once(server, 'close')
  const attempt = await send(`http://127.0.0.1:${before}/x`, { allowsLoopback: true })
  expect(attempt).toEqual({ status: null, error: 'unreachable' })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
