import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const RECONNECT_MS = 500
const TIMEOUT_MS = 10_000

export type NotificationOptions = {
  /** An identifier, not from outside. */
  channel: string
  /** `application_name` of the connection. */
  applicationName: string
  /** Called with each new connection, before it listens. */
  onConnect?: (client: pg.Client) => Promise<void>
  /** Called after each (re)connect: earlier notifications were missed. */
  onListening: () => void
  onNotification: (payload: string) => void
  /** Called each time the connection is lost or cannot be opened. */
  onBreak: () => void
}

/** Listens on a channel of PostgreSQL, and reconnects. Returns when `signal` aborts. */
export async function listenForNotifications(
  url: string,
  options: NotificationOptions,
  signal: AbortSignal,
): Promise<void> {
  const { channel, applicationName, onListening, onNotification, onBreak } = options
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: applicationName,
    })
    // An error is followed by 'end'. Without a listener, it would crash the process.
    client.on('error', () => undefined)
    try {
      const ended = once(client, 'end', { signal })
      ended.catch(() => undefined)
      await client.connect()
      await options.onConnect?.(client)
      client.on('notification', ({ payload = '' }) => onNotification(payload))
      await client.query(`listen ${channel}`)
      onListening()
      await ended
    } catch {
      // Reported below, like a closed connection.
    }
    await client.end().catch(() => undefined)
    if (signal.aborted) return
    onBreak()
    await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
  }
}
