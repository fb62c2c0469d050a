import type { Logger } from 'pino'
import type { Listener } from './http/server/listen.ts'
import type { RunningService } from './run-service.ts'

/** Scope of a service, from its start to its stop. */
export type ServiceScope = {
  /** Aborts when the service stops. */
  signal: AbortSignal
  /** URL of the listener; null before it listens. */
  url: () => string | null
  /** Registers a resource to close once nothing uses it: the last one first. */
  onStop: (close: () => unknown) => void
}

type Service = {
  listen: () => Promise<Listener>
  /** Starts the loops, once the service listens. They end with the signal; a rejection ends the service. */
  run: () => readonly Promise<unknown>[]
  /** Called before the signal aborts. */
  drain?: () => Promise<void>
  /** Fields of the log entry `ready`. */
  fields?: object
}

/**
 * Starts a service in this process.
 *
 * @param open - Opens its resources.
 * @throws the error of `open` or of the listener. Nothing is left running then.
 */
export async function startService(
  log: Logger,
  open: (scope: ServiceScope) => Promise<Service>,
): Promise<RunningService> {
  const stopping = new AbortController()
  const resources = new AsyncDisposableStack()
  let service: Service | null = null
  let listener: Listener | null = null
  let running: Promise<void> = Promise.resolve()
  const url = () => listener?.url ?? null
  const stop = async () => {
    await service?.drain?.()
    stopping.abort()
    await listener?.close()
    await running.catch(() => undefined)
    await resources.disposeAsync()
  }
  try {
    const onStop = (close: () => unknown) => resources.defer(async () => void (await close()))
    service = await open({ signal: stopping.signal, url, onStop })
    listener = await service.listen()
    running = Promise.all(service.run()).then(() => undefined)
    log.info({ url: listener.url, ...service.fields }, 'ready')
    return { url: listener.url, running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
