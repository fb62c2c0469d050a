import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { BaseError } from '@bullring/errors/base-error'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** The address is taken, or not ours to listen on. */
export class CannotListenError extends BaseError {
  override readonly name = 'CannotListenError'
  readonly code = 'http.cannot-listen'

  constructor(options: { cause: Error }) {
    const reason = 'code' in options.cause ? String(options.cause.code) : options.cause.name
    super(`Cannot listen on GAME_HOST and GAME_PORT (${reason}).`, options)
  }
}

/** A server that listens. */
export type Listener = { url: string; close: () => Promise<void> }

/** How long open requests may take to end once the service stops. */
const DRAIN_MS = 2_000

/** Longer than a caller's next request is on its way. */
const REST_MS = 100

/** @throws {CannotListenError} */
export async function listen(
  app: Pick<Hono, 'fetch'>,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = serve({ fetch: app.fetch, hostname: host, port }, (info) => resolve(info.port))
  server.once('error', (cause: Error) => reject(new CannotListenError({ cause })))
  const actualPort = await promise
  const shownHost = host.includes(':') ? `[${host}]` : host
  // Without the http2 option the adapter makes a plain server.
  return {
    url: `http://${shownHost}:${actualPort}`,
    close: () => closeServer(server as Server),
  }
}

/**
 * Ends without cutting a request: listens no more, asks each caller to close the connection with its
 * next answer, and closes the connections that rest only after a while. At once would reset those
 * whose next request is on its way, as `server.close()` of node:http does.
 */
async function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  NetServer.prototype.close.call(server, () => resolve())
  const rested = setTimeout(() => server.closeIdleConnections(), REST_MS)
  const drained = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await promise
  clearTimeout(rested)
  clearTimeout(drained)
}
