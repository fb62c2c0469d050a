import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as NetServer } from 'node:net'
import { CannotListenError } from './errors.ts'

/** A listening server. */
export type Listener = { url: string; close: () => Promise<void> }

/** What one client may hold: slow and idle connections must not use up the process. */
export type ConnectionLimits = {
  maxConnections: number
  /** Time to send the headers of a request, and the whole request. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** How long a connection may be idle between two requests. */
  keepAliveMs: number
  /** How often these times are checked. */
  checkIntervalMs: number
}

/** Well below the usual limit of open files (20,000 in containers), well above the live connections. */
const LIMITS: ConnectionLimits = {
  maxConnections: 10_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  // Longer than reverse proxies and clients reuse a connection (nginx: 60 s): the client must close it first, or a
  // request in flight is lost.
  keepAliveMs: 75_000,
  checkIntervalMs: 5_000,
}

/**
 * Connections that the system accepts for the process while it is busy. Beyond them it drops handshakes, and clients
 * wait for seconds or are reset; Node's 511 is too few when a thousand visitors come back at once.
 */
const BACKLOG = 4_096

/** Time limit for requests in flight once the service stops. */
const DRAIN_MS = 2_000

/** A request may already be on its way on an idle keep-alive connection; wait this long for it. */
const IDLE_MS = 100

/**
 * Starts an HTTP server.
 *
 * @throws {CannotListenError}
 */
export async function listen(
  listener: RequestListener,
  { host, port }: { host: string; port: number },
  limits: ConnectionLimits = LIMITS,
): Promise<Listener> {
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
    },
    listener,
  )
  server.maxConnections = limits.maxConnections
  try {
    await once(server.listen({ port, host, backlog: BACKLOG }), 'listening')
  } catch (cause) {
    throw new CannotListenError(`${host}:${port}`, { cause: cause as Error })
  }
  const { port: actualPort } = server.address() as AddressInfo
  const shownHost = host.includes(':') ? `[${host}]` : host
  return { url: `http://${shownHost}:${actualPort}`, close: () => closeServer(server) }
}

/**
 * Closes the server without cutting off a request: stops listening, closes each connection after its next
 * response, and closes idle connections after a delay.
 */
async function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  // The method of net.Server: that of http.Server also closes idle connections at once (since Node 19,
  // https://nodejs.org/api/http.html#serverclosecallback) and so resets those on which a request arrives.
  NetServer.prototype.close.call(server, () => resolve())
  // On a busy machine timers run late, and before the requests that have arrived meanwhile: read those first.
  const idleTimer = setTimeout(() => setImmediate(() => server.closeIdleConnections()), IDLE_MS)
  const drainTimer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await promise
  clearTimeout(idleTimer)
  clearTimeout(drainTimer)
}
