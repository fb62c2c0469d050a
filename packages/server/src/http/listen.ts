import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as NetServer } from 'node:net'
import { BaseError } from '@bullring/errors/base-error'

/** The address is taken, or not ours to listen on. */
class CannotListenError extends BaseError {
  override readonly name = 'CannotListenError'
  readonly code = 'http.cannot-listen'

  constructor(place: string, options: { cause: Error }) {
    const reason = 'code' in options.cause ? String(options.cause.code) : options.cause.name
    super(`Cannot listen on ${place} (${reason}).`, options)
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
  listener: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const server = createServer(listener)
  try {
    await once(server.listen(port, host), 'listening')
  } catch (cause) {
    throw new CannotListenError(`${host}:${port}`, { cause: cause as Error })
  }
  const { port: actualPort } = server.address() as AddressInfo
  const shownHost = host.includes(':') ? `[${host}]` : host
  return { url: `http://${shownHost}:${actualPort}`, close: () => closeServer(server) }
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
