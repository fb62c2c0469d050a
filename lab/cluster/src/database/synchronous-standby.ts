import { withClient } from '@bullring/stack/database/with-client'

const TIMEOUT_MS = 5_000

export type StandbyState = {
  /** Receives the primary's writes as they happen. */
  isFollowing: boolean
  /** Commits wait for it. */
  isSynchronous: boolean
  /** Commits wait for it, or will once it follows. */
  isAwaited: boolean
}

/** Reads from the primary how the standby `name` follows. */
export async function standbyState(primaryUrl: string, name: string): Promise<StandbyState> {
  return await withClient(primaryUrl, TIMEOUT_MS, async (client) => {
    const { rows } = await client.query<StandbyState>(
      `select coalesce(bool_or(state = 'streaming'), false) as "isFollowing",
         coalesce(bool_or(sync_state = 'sync'), false) as "isSynchronous",
         current_setting('synchronous_standby_names') <> '' as "isAwaited"
       from pg_stat_replication where application_name = $1`,
      [name],
    )
    return rows[0] ?? { isFollowing: false, isSynchronous: false, isAwaited: false }
  })
}

/** Makes commits on the primary wait for the standby `name`, or for none. */
export async function setSynchronous(
  primaryUrl: string,
  name: 'db1' | 'db2' | null,
): Promise<void> {
  await withClient(primaryUrl, TIMEOUT_MS, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${name ?? ''}'`)
    await client.query('select pg_reload_conf()')
  })
}
