import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** A load balancer that sends requests to nodes whose /readyz responds with 200, in turn, as haproxy does. */
export type Balancer = {
  url: string
  add: (node: string) => void
  /** Nodes in service. */
  ready: () => readonly string[]
  close: () => Promise<void>
}

const CHECK_INTERVAL_MS = 50
const CHECK_LIMIT_MS = 5_000

/** Starts a balancer without nodes. */
export async function startBalancer(): Promise<Balancer> {
  const nodes: string[] = []
  let ready: readonly string[] = []
  const closing = new AbortController()
  const check = async () => {
    while (!closing.signal.aborted) {
      const states = await Promise.all(nodes.map(isReady))
      ready = nodes.filter((_, index) => states[index])
      await sleep(CHECK_INTERVAL_MS)
    }
  }
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    turn += 1
    const first = turn % Math.max(1, ready.length)
    void forward(incoming, outgoing, [...ready.slice(first), ...ready.slice(0, first)])
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const checking = check()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (node) => nodes.push(node),
    ready: () => ready,
    close: async () => {
      closing.abort()
      await checking
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function isReady(node: string): Promise<boolean> {
  try {
    const response = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(CHECK_LIMIT_MS) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

/** Tries the next node only when none has received the request: it may not be safe to repeat. */
async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  nodes: readonly string[],
): Promise<void> {
  const body = await buffer(incoming)
  for (const node of nodes) {
    const outcome = await send(incoming, outgoing, { node, body })
    if (outcome === 'sent') return
    if (outcome === 'broken') break
  }
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(502).end()
}

function send(
  { method, url, headers }: IncomingMessage,
  outgoing: ServerResponse,
  { node, body }: { node: string; body: Buffer },
): Promise<'sent' | 'refused' | 'broken'> {
  return new Promise((resolve) => {
    const call = request(`${node}${url}`, { method, headers, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.on('error', () => outgoing.destroy()).pipe(outgoing)
      resolve('sent')
    })
    call.on('error', (error) =>
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
    )
    outgoing.on('close', () => call.destroy())
    call.end(body)
  })
}
