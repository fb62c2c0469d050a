import { listenForNotifications } from '@bullring/server/db/listen-for-notifications'

/**
 * Calls `onChange` when any process has committed a change to the index in the URL's schema, and after each (re)connect,
 * because earlier notifications were missed. Returns when `signal` aborts.
 *
 * @param onBreak - Called each time the connection is lost or cannot be opened.
 */
export function listenForChanges(
  url: string,
  { onChange, onBreak }: { onChange: () => void; onBreak: () => void },
  signal: AbortSignal,
): Promise<void> {
  let schema: string | undefined
  return listenForNotifications(
    url,
    {
      channel: 'bullring_changes',
      applicationName: 'bullring-game-listener',
      onConnect: async (client) => {
        const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
        schema = rows[0]?.schema
      },
      onListening: onChange,
      onNotification: (payload) => {
        if (payload === schema) onChange()
      },
      onBreak,
    },
    signal,
  )
}
