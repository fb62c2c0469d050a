import pg from 'pg'
import { runningDatabase } from '../backup/running-database.ts'
import { allowConnections } from '../database/ensure-database.ts'
import { withClient } from '../database/with-client.ts'
import { StackError } from '../errors.ts'
import { parseSettings } from '../settings.ts'
import type { Variables } from '../setup/env-file.ts'
import { databaseUrlOf } from './key-encryption-keys.ts'

const TIMEOUT_MS = 30_000
const UNKNOWN_DATABASE = '3D000'

/**
 * Puts the bundler's journal aside: it gives out the nonces of one account. The next start makes an empty one.
 *
 * @throws {StackError} when operations are on their way and the key has not leaked, or the database is not the bundled one.
 */
export async function startNewJournal(
  start: Variables,
  { isLeaked }: { isLeaked: boolean },
): Promise<void> {
  const { databaseUrl, dataDir } = parseSettings(start, [])
  if (databaseUrl !== null || start['BUNDLER_DATABASE_URL']) {
    throw new StackError(
      'The journal is in your database: set the new key and an empty BUNDLER_DATABASE_URL by hand (docs/runbooks/relayer-balance-low.md).',
    )
  }
  const waiting = await waitingOperations(await databaseUrlOf('bundler', start))
  if (waiting === null) return
  if (waiting > 0 && !isLeaked) {
    throw new StackError(
      `${waiting} operations are on their way: try again in a minute. If the key has leaked, --leaked gives them up; users send them again.`,
    )
  }
  const aside = `bundler_until_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  const { adminUrl } = await runningDatabase(dataDir)
  try {
    await withClient(adminUrl, TIMEOUT_MS, async (client) => {
      await client.query('alter database bundler allow_connections false')
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'bundler'",
      )
      await client.query(`alter database bundler rename to ${aside}`)
    })
  } finally {
    await allowConnections(adminUrl, ['bundler', aside])
  }
}

/** Returns null without a journal: an earlier rotation has put it aside, and nothing has started since. */
async function waitingOperations(url: string): Promise<number | null> {
  try {
    const { rows } = await withClient(url, TIMEOUT_MS, (client) =>
      client.query<{ count: string }>(
        "select count(*) from operations where state in ('accepted', 'sent')",
      ),
    )
    return Number(rows[0]?.count)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNKNOWN_DATABASE) return null
    throw error
  }
}
