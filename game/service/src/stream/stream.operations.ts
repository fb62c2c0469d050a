import { StreamMessage, StreamQuery } from '@bullring/game-api/stream'
import { BASE_HEADERS } from '@bullring/server/http/base-headers'
import { clientIp } from '@bullring/server/http/client-ip'
import type { Operation } from '@bullring/server/operations/operation'
import { parseRequest } from '@bullring/server/operations/parse-request'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { openSink } from './clients/open-sink.ts'
import type { LiveStream } from './live-stream.ts'

export type StreamOperationsDeps = {
  ofMarket: (symbol: string) => Pick<LiveStream, 'hub' | 'join'>
  /** Number of trusted proxies in front. */
  proxies: number
}

/** GET /api/stream. All clients share one buffer per event. */
export function streamOperations(deps: StreamOperationsDeps): readonly Operation[] {
  return [
    {
      method: 'get',
      path: '/api/stream',
      summary: 'Live events; Last-Event-ID or `after` resumes',
      query: StreamQuery,
      response: StreamMessage,
      contentType: 'text/event-stream',
      errors: [404, 422, 429, 500, 503],
      handle: (c) => openStream(deps, c),
    },
  ]
}

function openStream({ ofMarket, proxies }: StreamOperationsDeps, c: Context): Response {
  const { symbol, user_address: account, after = null } = parseRequest(StreamQuery, c.req.query())
  const stream = ofMarket(symbol)
  const ip = clientIp(c, proxies)
  stream.hub.requireRoom(ip)
  const { outgoing } = c.env as HttpBindings
  // Clients may disconnect during a write; 'close' follows.
  outgoing.on('error', () => undefined)
  const sink = openSink(outgoing, {
    ...BASE_HEADERS,
    ...crossOriginHeaders(c),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  if (sink === null) return RESPONSE_ALREADY_SENT
  const client = { ip, account: account ?? null, sink }
  outgoing.once('close', () => stream.hub.remove(client))
  stream.join(client, c.req.header('last-event-id') ?? after).catch(() => outgoing.destroy())
  return RESPONSE_ALREADY_SENT
}

/** Returns the headers set by the CORS middleware. */
function crossOriginHeaders(c: Context): Record<string, string> {
  return Object.fromEntries(
    [...c.res.headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-')),
  )
}
