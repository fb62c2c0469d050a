import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { nodeListener } from './node-listener.ts'

/** Sends a request as it stands, and returns the status line. */
async function statusOf(headers: readonly string[]): Promise<string | undefined> {
  const server = createServer(nodeListener(() => new Response('served')))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(['GET / HTTP/1.1', ...headers, 'Connection: close', '', ''].join('\r\n'))
  const [line] = (await text(socket)).split('\r\n')
  return line
}

test('serves a request with one Host header', async () => {
  expect(await statusOf(['Host: a.example'])).toContain('200')
})

test('error: refuses a request with two, whichever a proxy has decided by', async () => {
  expect(await statusOf(['Host: a.example', 'Host: b.example'])).toContain('400')
  expect(await statusOf(['Host: a.example', 'host: a.example'])).toContain('400')
})
