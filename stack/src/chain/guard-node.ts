import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Address on which a node listens. */
export type NodeAddress = { host: string; port: number }

export type NodeGuard = { url: string; close: () => void }

/**
 * Serves a node's JSON-RPC, by HTTP and WebSocket, to programs of this machine, but not to web pages: the node has
 * unlocked accounts and a movable clock, and obeys anyone. Browsers send `Origin` with every POST and WebSocket request.
 */
export async function guardNode(node: NodeAddress): Promise<NodeGuard> {
  const agent = new Agent({ keepAlive: true })
  // Never closes an idle connection itself: a request may be on its way.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    if (isFromProgram(incoming)) forward(incoming, response, node, agent)
    else response.writeHead(403).end('Only programs may use this node.')
  })
  server.on('upgrade', (incoming, socket, head) => {
    if (incoming.headers.origin === undefined) forwardSocket(incoming, socket, head, node)
    else socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The guard has no port')
  const close = () => {
    server.close()
    server.closeAllConnections()
    agent.destroy()
  }
  return { url: `http://127.0.0.1:${address.port}`, close }
}

function isFromProgram({ method, headers }: IncomingMessage): boolean {
  const isJson = headers['content-type']?.startsWith('application/json') === true
  return method === 'POST' && isJson && headers.origin === undefined
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { host, port }: NodeAddress,
  agent: Agent,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  const outgoing = request({
    host,
    port,
    agent,
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/json',
      ...(length !== undefined && { 'content-length': length }),
      ...(encoding !== undefined && { 'transfer-encoding': encoding }),
    },
  })
  outgoing.on('response', (reply) => {
    response.writeHead(reply.statusCode ?? 502, { 'content-type': 'application/json' })
    reply.on('error', () => response.destroy()).pipe(response)
  })
  // The caller sees a closed connection, as it would without the guard.
  outgoing.on('error', () => response.destroy())
  response.on('close', () => outgoing.destroy())
  incoming.on('error', () => outgoing.destroy()).pipe(outgoing)
}

/** Repeats the handshake to the node, then passes everything on in both directions; both sides end together. */
function forwardSocket(
  { url = '/', rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { host, port }: NodeAddress,
): void {
  const upstream = connect({ host, port, noDelay: true })
  const lines = [`GET ${url} HTTP/1.1`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  }
  upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
  upstream.write(head)
  socket.pipe(upstream).pipe(socket)
  socket.on('error', () => upstream.destroy()).once('close', () => upstream.destroy())
  upstream.on('error', () => socket.destroy()).once('close', () => socket.destroy())
}
