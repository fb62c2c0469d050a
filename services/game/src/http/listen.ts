import type { Server } from 'node:http'
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

/** @throws {CannotListenError} */
export async function listen(
  app: Hono,
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

async function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeIdleConnections()
  const drained = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await promise
  clearTimeout(drained)
}
