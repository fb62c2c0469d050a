import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@bullring/stack/database/postgres'
import { startStandby, waitUntilReplayed } from '@bullring/stack/database/standby'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../db/open-database.ts'
import { createTestDatabase, type TestDatabase } from './create-test-database.ts'

/** A migrated database and its replica, each on its own server. */
export type ReplicatedDatabase = {
  primary: TestDatabase
  replica: { url: string; db: Database }
  /** Pauses or resumes the replica's replay of changes. */
  replay: (action: 'pause' | 'resume') => Promise<void>
  /** Waits until the replica has all that the primary has written so far. */
  replayed: () => Promise<void>
  stopReplica: () => Promise<unknown>
  stop: () => Promise<void>
}

/** Starts two servers: a test that pauses or stops a replica shares it with no other. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-replica-'))
  await chmod(folder, 0o711)
  const options = (name: string) => ({
    name,
    folder: join(folder, name),
    password: 'test',
    isDurable: false,
  })
  const server = await startPostgres(options('primary'))
  const { adminUrl } = server
  const standby = await startStandby(
    { ...options('primary'), adminUrl },
    { ...options('standby'), name: 'standby' },
  )
  const primary = await createTestDatabase(adminUrl)
  const replayed = () => waitUntilReplayed(adminUrl, standby.adminUrl)
  await replayed()
  const url = new URL(standby.adminUrl)
  url.pathname = new URL(primary.url).pathname
  const db = openDatabase(url.href, () => undefined)
  return {
    primary,
    replica: { url: url.href, db },
    replayed,
    replay: async (action) => {
      await sql.raw(`select pg_wal_replay_${action}()`).execute(db)
    },
    stopReplica: () => standby.child.stop(),
    stop: async () => {
      await db.destroy()
      await primary.drop()
      for (const { child } of [standby, server]) await child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
