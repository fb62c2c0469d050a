import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestRelay } from '../testing/start-test-relay.ts'

/** Starts a relay, and sends a handshake without a token over a connection that this test never ends. */
async function refuse(query: string): Promise<Socket> {
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_URL: 'memory' } })
  onTestFinished(relay.stop)
  const { host, hostname, port } = new URL(relay.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => undefined)
  const lines = [
    `GET /${query} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

/** Sends bytes until the other side resets the connection. */
async function expectReset(socket: Socket): Promise<void> {
  const isReset = () => {
    if (!socket.destroyed) socket.write('x')
    return socket.destroyed
  }
  await expect.poll(isReset, { timeout: 5_000 }).toBe(true)
}

test('a refused connection is not kept for a client that does not end it', async () => {
  await expectReset(await refuse(''))
})

test('nothing is read from a client that is refused by a close code', async () => {
  const socket = await refuse('?useOnCloseEvent=true')
  // A masked fragment of a text, of 1,000,000 bytes.
  const header = Buffer.from('01ff00000000000f424001020304', 'hex')
  socket.write(Buffer.concat([header, Buffer.alloc(900_000)]))
  await expectReset(socket)
})
