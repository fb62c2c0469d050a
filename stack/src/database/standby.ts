import { appendFile, chown, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type DatabaseIdentity, databaseIdentity } from './database-identity.ts'
import {
  type Postgres,
  type PostgresOptions,
  prepareDatabaseFolder,
  startPostgres,
} from './postgres.ts'
import { withClient } from './with-client.ts'

const TIMEOUT_MS = 60_000
const CHECK_MS = 50

/** Contents that belong to the running primary; a base backup omits them too. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans', 'postmaster.pid', 'postmaster.opts', 'standby.signal'],
])
const EMPTY_FOLDERS: readonly string[] = [
  ...['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot', 'pg_dynshmem'],
  ...['pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]

/** A server to copy: its files must be on this machine. */
export type Primary = { folder: string; adminUrl: string }

export type StandbyOptions = PostgresOptions & {
  /** Name of the replication slot and of the connection: letters, digits and underscores. */
  name: string
  /** Address at which the standby reaches the primary, unless directly. */
  through?: { host: string; port: number }
}

/**
 * Starts a hot standby that streams from `primary`. A new folder begins as a copy of the primary's, as pg_basebackup
 * would make it (npm's PostgreSQL has no such program).
 *
 * @throws {StackError} when it cannot run on this system; another error when it does not become ready.
 */
export async function startStandby(primary: Primary, options: StandbyOptions): Promise<Postgres> {
  const data = join(options.folder, 'data')
  const isNew = (await stat(join(data, 'PG_VERSION')).catch(() => null)) === null
  if (isNew) await copyPrimary(primary, options, data)
  return await startPostgres(options)
}

/** Makes a standby the primary; resolves once it accepts writes. */
export async function promote(adminUrl: string): Promise<void> {
  await withClient(adminUrl, TIMEOUT_MS, (client) => client.query('select pg_promote(true, 60)'))
}

/** Waits until a standby has replayed all that the primary has written so far. */
export async function waitUntilReplayed(primaryUrl: string, standbyUrl: string): Promise<void> {
  const { rows } = await withClient(primaryUrl, TIMEOUT_MS, async (client) => {
    // Flushes what transactions without synchronous commit have written.
    await client.query('set synchronous_commit = local')
    await client.query("select pg_logical_emit_message(true, 'standby', '')")
    return client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  })
  const target = rows[0]?.lsn
  const deadline = Date.now() + TIMEOUT_MS
  await withClient(standbyUrl, TIMEOUT_MS, async (client) => {
    while (Date.now() < deadline) {
      const reply = await client.query<{ done: boolean }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done',
        [target],
      )
      if (reply.rows[0]?.done) return
      await sleep(CHECK_MS)
    }
    throw new Error(`The standby did not reach ${target} within ${TIMEOUT_MS / 1_000} s`)
  })
}

async function copyPrimary(primary: Primary, options: StandbyOptions, data: string): Promise<void> {
  const identity = await databaseIdentity()
  await prepareDatabaseFolder(options.folder, identity)
  await rm(data, { recursive: true, force: true })
  try {
    await withClient(primary.adminUrl, TIMEOUT_MS, async (client) => {
      await reserveSlot(client, options.name)
      await client.query('select pg_backup_start($1, fast => true)', [options.name])
      await copyFolder(join(primary.folder, 'data'), data, identity, LEFT_OUT)
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(wait_for_archive => false)',
      )
      for (const name of EMPTY_FOLDERS) await makeFolder(join(data, name), identity)
      await writeAs(join(data, 'backup_label'), rows[0]?.labelfile ?? '', identity)
    })
    await writeAs(join(data, 'standby.signal'), '', identity)
    await appendFile(join(data, 'postgresql.auto.conf'), standbyLines(primary, options))
  } catch (error) {
    await rm(data, { recursive: true, force: true })
    throw error
  }
}

/** Keeps the WAL that a copy needs, from before the copy begins. */
async function reserveSlot(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active`,
    [name],
  )
  await client.query('select pg_create_physical_replication_slot($1, true)', [name])
}

/** The last line of a setting wins, so a copy of an earlier standby is a standby of its primary. */
function standbyLines(primary: Primary, { name, through }: StandbyOptions): string {
  const { hostname, port, username, password } = new URL(primary.adminUrl)
  const [host, at] = through === undefined ? [hostname, port] : [through.host, through.port]
  const login = `user=${username} password=${password} application_name=${name}`
  return [
    `primary_conninfo = 'host=${host} port=${at} ${login}'`,
    `primary_slot_name = '${name}'`,
    `synchronous_standby_names = ''\n`,
  ].join('\n')
}

/** Files that a running server removes meanwhile are not needed: the WAL says what became of them. */
async function copyFolder(
  from: string,
  to: string,
  identity: DatabaseIdentity | undefined,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<void> {
  await makeFolder(to, identity)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target, identity)
    else await copyFile(source, target).then(() => own(target, identity), ignoreMissing)
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

async function makeFolder(path: string, identity: DatabaseIdentity | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await own(path, identity)
}

async function writeAs(
  path: string,
  text: string,
  identity: DatabaseIdentity | undefined,
): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await own(path, identity)
}

async function own(path: string, identity: DatabaseIdentity | undefined): Promise<void> {
  if (identity !== undefined) await chown(path, identity.uid, identity.gid)
}
