import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { runChecks } from '../run-checks.ts'
import { type Certificate, makeCertificate } from '../testing/make-certificate.ts'
import { checkRelay } from './check-relay.ts'

const HOST = 'bullring.example'

let certificate: Certificate
let server: Server | null = null

beforeAll(async () => {
  certificate = await makeCertificate(HOST, 60)
})

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** @param handshake - Response to a WebSocket; null where the proxy makes a plain request of it. */
async function examine(handshake: string | null) {
  server = createServer(certificate, (_, response) => response.writeHead(404).end())
  if (handshake !== null)
    server.on('upgrade', (_, socket) => socket.end(`HTTP/1.1 ${handshake}\r\n\r\n`))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const reach = { address: '127.0.0.1', port, authority: certificate.cert, nameServers: null }
  const [finding] = await runChecks([checkRelay(HOST, reach)], new AbortController().signal)
  return finding
}

test.each([
  [
    'opens it, to say why it refuses',
    '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket',
    'on',
  ],
  ['refuses it without a token', '401 Unauthorized\r\nConnection: close', 'on'],
  ['is down', '502 Bad Gateway\r\nConnection: close', 'broken'],
  ['gets a plain request', null, 'broken'],
])('a WebSocket to a relay that %s', async (_, handshake, state) => {
  expect(await examine(handshake)).toMatchObject({ capability: 'relay', state })
})
