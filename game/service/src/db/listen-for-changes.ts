import { listenForNotifications } from '@bullring/server/db/listen-for-notifications'

export type ChangeListeners = {
  /**
   * Called at each committed change.
   *
   * @param position - Id of the newest change of the transaction; null after each (re)connect, because earlier
   *   notifications were missed.
   */
  onChange: (position: number | null) => void
  /** Called each time the connection is lost or cannot be opened. */
  onBreak: () => void
}

/** Reports what any process changes in the index of the URL's schema. Returns when `signal` aborts. */
export function listenForChanges(
  url: string,
  { onChange, onBreak }: ChangeListeners,
  signal: AbortSignal,
): Promise<void> {
  let schema: string | undefined
  return listenForNotifications(
    url,
    {
      channel: 'bullring_positions',
      applicationName: 'bullring-game-listener',
      onConnect: async (client) => {
        const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
        schema = rows[0]?.schema
      },
      onListening: () => onChange(null),
      onNotification: (payload) => {
        const [, changed, position] = /^(.+) (\d{1,15})$/.exec(payload) ?? []
        if (changed !== undefined && changed === schema) onChange(Number(position))
      },
      onBreak,
    },
    signal,
  )
}
