import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Fault of a node in handling a request. */
export type Fault =
  | 'never responds'
  | 'busy'
  | 'broken'
  | 'a gateway page'
  | 'nonsense'
  | 'another chain'

export type FaultyUpstream = {
  url: string
  /** Sets the fault; null forwards requests to the real node. */
  misbehave: (fault: Fault | null) => void
  /** Bodies of the requests so far. */
  requests: string[]
  close: () => Promise<void>
}

const JSON_TYPE = { 'content-type': 'application/json' }

const FAULTS: Readonly<Record<Fault, (response: ServerResponse, id: unknown) => unknown>> = {
  'never responds': () => undefined,
  busy: (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  broken: (response) => response.writeHead(500).end('oops'),
  'a gateway page': (response) => response.writeHead(200).end('<h1>Sign in</h1>'),
  nonsense: (response) => response.writeHead(200, JSON_TYPE).end('{"hello":1}'),
  'another chain': (response, id) =>
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' })),
}

/** Starts a proxy in front of a real node that fails on demand. */
export async function startFaultyUpstream(target: string): Promise<FaultyUpstream> {
  let fault: Fault | null = null
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    requests.push(body)
    if (fault !== null) return FAULTS[fault](response, idOf(body))
    const reply = await fetch(target, { method: 'POST', headers: JSON_TYPE, body })
    return response.writeHead(reply.status, JSON_TYPE).end(await reply.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave: (next) => {
      fault = next
      requests.length = 0
    },
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function idOf(body: string): unknown {
  const message: unknown = JSON.parse(body)
  return typeof message === 'object' && message !== null && 'id' in message ? message.id : null
}
