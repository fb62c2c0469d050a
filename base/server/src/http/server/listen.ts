import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { CannotListenError } from '../errors/errors.ts'
import { limitConnections } from './limit-connections.ts'

/** A listening server. */
export type Listener = { url: string; close: () => Promise<void> }

/** Limits of one client: slow and idle connections must not use up the process. */
export type ConnectionLimits = {
  maxConnections: number
  /** Connections of one IP address, requested or idle. */
  maxPerIp: number
  /** Time to send the headers of a request, and the whole request. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** Longest idle time of a connection between two requests. */
  keepAliveMs: number
  /** Interval at which these times are checked. */
  checkIntervalMs: number
}

/** Receives a request to leave HTTP, such as a WebSocket handshake, with the bytes that followed its headers. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Connections for ordinary requests of one IP address, behind which many visitors may be. What holds connections for
 * longer, such as live events, adds its own limit.
 */
export const HTTP_PER_IP = 400

/** Well below the usual limit of open files (20,000 in containers), well above the live connections. */
const LIMITS: ConnectionLimits = {
  maxConnections: 10_000,
  maxPerIp: HTTP_PER_IP,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  // Longer than reverse proxies and clients reuse a connection (nginx: 60 s): the client must close it first, or a
  // request in flight is lost.
  keepAliveMs: 75_000,
  checkIntervalMs: 5_000,
}

/**
 * Connections that the system accepts for the process while it is busy. Beyond them it drops handshakes, and clients
 * wait for seconds or are reset. Node's 511 is too few when a thousand visitors come back at once.
 */
const BACKLOG = 4_096

/** Time limit for requests in flight once the service stops. */
const DRAIN_MS = 2_000

/** A request may already be on its way on an idle keep-alive connection. Wait this long for it. */
const IDLE_MS = 100

/**
 * Starts an HTTP server.
 *
 * @param address.proxies - Number of proxies in front, whose connections are not limited per address.
 * @param limits - By default the limits of a public service. `onUpgrade` receives requests to leave HTTP.
 * @throws {CannotListenError}
 */
export async function listen(
  listener: RequestListener,
  { host, port, proxies = 0 }: { host: string; port: number; proxies?: number },
  limits: Partial<ConnectionLimits> & { onUpgrade?: UpgradeListener } = {},
): Promise<Listener> {
  const { onUpgrade, ...given } = limits
  const { maxConnections, maxPerIp, ...times } = { ...LIMITS, ...given }
  const server = createServer(
    {
      headersTimeout: times.headersTimeoutMs,
      requestTimeout: times.requestTimeoutMs,
      keepAliveTimeout: times.keepAliveMs,
      connectionsCheckingInterval: times.checkIntervalMs,
      // Other protocols, such as the HTTP/2 that curl offers, are left out: the request is served as it is.
      shouldUpgradeCallback: ({ headers }) =>
        onUpgrade !== undefined && headers.upgrade?.toLowerCase() === 'websocket',
    },
    listener,
  )
  server.maxConnections = maxConnections
  if (proxies === 0) limitConnections(server, maxPerIp)
  const upgraded = new Set<Duplex>()
  if (onUpgrade !== undefined) server.on('upgrade', trackSockets(onUpgrade, upgraded))
  try {
    await once(server.listen({ port, host, backlog: BACKLOG }), 'listening')
  } catch (cause) {
    throw new CannotListenError(`${host}:${port}`, { cause: cause as Error })
  }
  const { port: actualPort } = server.address() as AddressInfo
  const shownHost = host.includes(':') ? `[${host}]` : host
  return { url: `http://${shownHost}:${actualPort}`, close: () => closeServer(server, upgraded) }
}

/** Node's server forgets connections that have left HTTP. */
function trackSockets(onUpgrade: UpgradeListener, upgraded: Set<Duplex>): UpgradeListener {
  return (request, socket, head) => {
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    // Node leaves it half open, for as long as a client wishes.
    socket.once('finish', () => socket.destroy())
    onUpgrade(request, socket, head)
  }
}

/**
 * Closes the server without cutting off a request: stops listening, closes each connection after its next
 * response, and closes idle connections after a delay. Connections that have left HTTP end at once.
 */
async function closeServer(server: Server, upgraded: ReadonlySet<Duplex>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  // The method of net.Server: the one of http.Server also closes idle connections at once (since Node 19,
  // https://nodejs.org/api/http.html#serverclosecallback) and so resets those on which a request arrives.
  NetServer.prototype.close.call(server, () => resolve())
  for (const socket of upgraded) socket.destroy()
  // On a busy machine timers run late, and before the requests that have arrived meanwhile: read those first.
  const idleTimer = setTimeout(() => setImmediate(() => server.closeIdleConnections()), IDLE_MS)
  const drainTimer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await promise
  clearTimeout(idleTimer)
  clearTimeout(drainTimer)
}
