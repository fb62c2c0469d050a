import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const RECONNECT_MS = 500

/**
 * Calls `onChange` when any process has committed a change to the index in the URL's schema, and after each (re)connect,
 * because earlier notifications were missed. Returns when `signal` aborts.
 *
 * @param onBreak - Called each time the connection is lost or cannot be opened.
 */
export async function listenForChanges(
  url: string,
  { onChange, onBreak }: { onChange: () => void; onBreak: () => void },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'bullring-game-listener',
    })
    // An error is followed by 'end'; without a listener it would crash the process.
    client.on('error', () => undefined)
    try {
      const ended = once(client, 'end', { signal })
      ended.catch(() => undefined)
      await client.connect()
      const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
      client.on('notification', ({ payload }) => {
        if (payload === rows[0]?.schema) onChange()
      })
      await client.query('listen bullring_changes')
      onChange()
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
