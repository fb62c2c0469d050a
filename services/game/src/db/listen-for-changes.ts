import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const RECONNECT_MS = 500

/**
 * Calls `onChange` when a writer of the index, in whatever process, has committed; also after each
 * (re)connect, because what happened before was not heard. Returns when `signal` aborts.
 *
 * @param onBreak - Told each time the connection breaks or cannot be made.
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
    // The error comes as 'end' too; without a listener it would end the process.
    client.on('error', () => undefined)
    client.on('notification', onChange)
    try {
      const ended = once(client, 'end', { signal })
      ended.catch(() => undefined)
      await client.connect()
      await client.query('listen bullring_changes')
      onChange()
      await ended
    } catch {
      // Reported below, with a plain end.
    }
    await client.end().catch(() => undefined)
    if (signal.aborted) return
    onBreak()
    await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
  }
}
