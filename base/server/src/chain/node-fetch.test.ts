import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { ResponseBodyTooLargeError } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { nodeFetch } from './node-fetch.ts'

let server: Server

async function listen(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/key?a=b`
}

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const request = {
  method: 'POST',
  headers: new Headers({ 'content-type': 'application/json' }),
  body: '["ä"]',
  signal: null,
  timeoutMs: 60_000,
}

test('sends the body and reads the response, compressed or not', async () => {
  const url = await listen((incoming, response) => {
    const isZipped = incoming.url === '/key?a=b'
    incoming.setEncoding('utf8').on('data', (text: string) => {
      response.setHeader('content-type', 'application/json')
      if (isZipped) response.setHeader('content-encoding', 'gzip')
      response.statusCode = 429
      response.end(isZipped ? gzipSync(text) : text)
    })
  })
  for (const each of [url, url.replace('b', 'c')]) {
    const response = await nodeFetch(each, request)
    expect(response).toMatchObject({ ok: false, status: 429 })
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.text()).toBe('["ä"]')
  }
})

test('keeps connections, and sends again on a new one when the node has closed an idle one', async () => {
  let connections = 0
  let requests = 0
  const url = await listen((incoming, response) => {
    requests += 1
    // As if it closed in the moment of the second request.
    if (requests === 3) incoming.socket.destroy()
    else response.end('{}')
  })
  server.on('connection', () => {
    connections += 1
  })
  for (let index = 0; index < 3; index += 1) {
    expect(await (await nodeFetch(url, request)).text()).toBe('{}')
  }
  expect({ connections, requests }).toEqual({ connections: 2, requests: 4 })
})

test('error: follows no redirect', async () => {
  const url = await listen((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  })
  expect(await nodeFetch(url, request)).toMatchObject({ ok: false, status: 302 })
})

test.each([{ isZipped: false }, { isZipped: true }])(
  'error: stops reading a response that is too large, compressed: $isZipped',
  async ({ isZipped }) => {
    const body = Buffer.alloc(11 * 1_024 * 1_024)
    const url = await listen((_, response) => {
      if (isZipped) response.setHeader('content-encoding', 'gzip')
      response.end(isZipped ? gzipSync(body) : body)
    })
    await expect(nodeFetch(url, request)).rejects.toThrow(ResponseBodyTooLargeError)
  },
)

test('error: ends when the time is up, before or within the body, or the caller aborts', async () => {
  const url = await listen((incoming, response) => {
    if (incoming.url === '/key?a=b') response.write('{')
  })
  for (const each of [url, url.replace('b', 'c')]) {
    const late = nodeFetch(each, { ...request, timeoutMs: 50 })
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
    const signal = AbortSignal.abort(new RangeError('enough'))
    await expect(nodeFetch(each, { ...request, signal })).rejects.toThrow('enough')
  }
})

test('error: rejects when the connection ends within the body', async () => {
  const url = await listen((incoming, response) => {
    response.write('{', () => incoming.socket.destroy())
  })
  await expect(nodeFetch(url, request)).rejects.toMatchObject({ code: 'ECONNRESET' })
})
