import { type IncomingMessage, request as sendRequest } from 'node:http'
import type { Duplex } from 'node:stream'
import { callerIp } from '@bullring/server/http/client-ip'
import type { UpgradeListener } from '@bullring/server/http/listen'
import { Hono } from 'hono'
import { RelayUnreachableError } from '../errors.ts'
import { requestForwarder, visibleHost } from './forward-request.ts'

export type RelayProxyOptions = {
  /** URL of the relay. */
  url: string
  /** Number of trusted proxies in front. */
  proxies: number
  /** Origins of our pages. */
  sites: readonly string[]
}

const PREFIX = '/relay'
const RELAY_PATH = /^\/relay\/?(?:\?|$)/

/**
 * Forwarded WebSockets: each takes two of the process's 20,000 open files, and one of the 10,000 connections that visitors
 * share.
 */
const MAX_SOCKETS = 5_000

const CONNECT_TIMEOUT_MS = 9_000

/** Forwards POST /relay/rpc to the relay, for clients without a WebSocket. The relay limits the length of calls. */
export function relayProxy(options: RelayProxyOptions): Hono {
  const forward = requestForwarder({
    prefix: PREFIX,
    proxies: options.proxies,
    sites: options.sites,
    unreachable: RelayUnreachableError,
  })
  return new Hono().all(`${PREFIX}/rpc`, (c) => {
    const target = new URL('/rpc', options.url)
    target.search = new URL(c.req.url).search
    return forward(c, target)
  })
}

/** Forwards WebSockets at /relay to the relay. The relay decides who may connect. */
export function relayUpgrades(
  options: RelayProxyOptions,
  maxSockets = MAX_SOCKETS,
): UpgradeListener {
  let open = 0
  return (incoming, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (!RELAY_PATH.test(incoming.url ?? '')) return endWith(socket, '404 Not Found')
    if (open >= maxSockets) return endWith(socket, '503 Service Unavailable')
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    const outgoing = sendRequest(targetOf(incoming, options.url), {
      headers: forwardedHeaders(incoming, options),
      timeout: CONNECT_TIMEOUT_MS,
    })
    outgoing.on('upgrade', (response, upstream, upstreamHead) => {
      upstream.setTimeout(0)
      socket.write(headOf(response))
      socket.write(upstreamHead)
      upstream.write(head)
      connect(socket, upstream)
    })
    outgoing.on('response', (response) => {
      socket.write(headOf(response))
      response.pipe(socket)
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => endWith(socket, '502 Bad Gateway'))
    socket.once('close', () => outgoing.destroy())
    outgoing.end()
  }
}

function targetOf({ url = '' }: IncomingMessage, relayUrl: string): URL {
  const target = new URL('/', relayUrl)
  const start = url.indexOf('?')
  if (start !== -1) target.search = url.slice(start)
  return target
}

function forwardedHeaders(incoming: IncomingMessage, { proxies, sites }: RelayProxyOptions) {
  const { cookie: _, ...headers } = incoming.headers
  const host = visibleHost(headers, { proxies, sites })
  return {
    ...headers,
    'x-forwarded-for': callerIp(incoming, proxies),
    ...(host !== undefined && { 'x-forwarded-host': host }),
    'x-forwarded-prefix': PREFIX,
  }
}

/** Returns status line and headers of a response, as they came. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Passes everything on in both directions; when one side ends, so does the other. */
function connect(first: Duplex, second: Duplex): void {
  for (const [from, to] of [
    [first, second],
    [second, first],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.once('close', () => to.destroy())
  }
}

function endWith(socket: Duplex, status: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`)
}
