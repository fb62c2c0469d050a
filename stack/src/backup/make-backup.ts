import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { productBuild } from '@bullring/server/product-build'
import pg from 'pg'
import { flushFolder } from '../data-folder/flush-folder.ts'
import { makeFolder } from '../data-folder/make-folder.ts'
import { appliedMigrations } from '../database/applied-migrations.ts'
import { StackError } from '../errors.ts'
import {
  type Backup,
  baseFolder,
  FILES,
  readBackup,
  type Summary,
  stampOf,
  summaryFile,
  UNFINISHED,
} from './backup-folder.ts'
import { readBaseBackup } from './base-backup.ts'
import { PROOF, proofOf } from './proof.ts'
import type { RunningDatabase } from './running-database.ts'
import { recipientOf, writeSealed } from './sealed-file.ts'

const FLUSHED = { mode: 0o600, flush: true }
const CONNECT_TIMEOUT_MS = 10_000
/** "Bullring" in a number that no other program uses as a lock of this server. */
const LOCK = 0x62_75_6c_6c

export type BackupOptions = RunningDatabase & {
  folder: string
  key: string
  signal: AbortSignal
}

/**
 * Copies the bundled server's files, while it runs, to a new folder below `base/`. What is there is complete.
 *
 * @throws {StackError} when another backup runs, or the folder cannot be written.
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const base = baseFolder(options.folder)
  await makeBase(options, base).catch((cause: unknown) => throwUnwritable(base, cause))
  const client = new pg.Client(replicationOf(options.adminUrl))
  // A connection that breaks also fails its query.
  client.on('error', () => undefined)
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => client.end().catch(() => undefined))
  await client.connect()
  await requireAlone(client)
  await removeUnfinished(base)
  const startedAt = new Date()
  const unfinished = join(base, `${UNFINISHED}${stampOf(startedAt)}`)
  cleanup.defer(() => rm(unfinished, { recursive: true, force: true }))
  try {
    await mkdir(unfinished, { mode: 0o700 })
    const summary = await writeFiles(client, unfinished, startedAt, options)
    const text = `${JSON.stringify(summary, null, 2)}\n`
    const file = summaryFile(unfinished)
    await writeFile(file, text, FLUSHED)
    await writeFile(`${file}${PROOF}`, proofOf(options.key, ['backup.json', text]), FLUSHED)
    const path = join(base, stampOf(startedAt))
    await giveToOwner(unfinished, base)
    await flushFolder(unfinished)
    await rename(unfinished, path)
    await flushFolder(base)
    return await readBackup(path)
  } catch (cause) {
    options.signal.throwIfAborted()
    throwUnwritable(base, cause)
  }
}

/** An SQL connection that may also copy the server's files. */
function replicationOf(adminUrl: string): pg.ClientConfig & { replication: string } {
  return {
    connectionString: adminUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'bullring backup',
    replication: 'database',
  }
}

/** The server releases the lock of a backup that was killed. */
async function requireAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ alone: boolean }>(
    `select pg_try_advisory_lock(${LOCK}) as alone`,
  )
  if (rows[0]?.alone !== true) throw new StackError('Another backup is running: wait for its end.')
}

async function removeUnfinished(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (name.startsWith(UNFINISHED)) await rm(join(base, name), { recursive: true, force: true })
  }
}

async function writeFiles(
  client: pg.Client,
  folder: string,
  startedAt: Date,
  { adminUrl, installation, key, signal }: BackupOptions,
): Promise<Summary> {
  const recipient = await recipientOf(key)
  const sealing = { recipient, signal }
  const migrations = await appliedMigrations(adminUrl)
  const server = await identityOf(client)
  // Keeps the write-ahead log since the start until the copy has it.
  await client.query('CREATE_REPLICATION_SLOT bullring_backup TEMPORARY PHYSICAL RESERVE_WAL')
  const { archive, list, places } = readBaseBackup(client, 'bullring')
  const [base, files, [first, last]] = await Promise.all([
    writeSealed(archive, join(folder, FILES.base), sealing),
    writeSealed(list, join(folder, FILES.list), sealing),
    places,
  ])
  const text = new PassThrough()
  text.end(installation)
  const { rows } = await client.query<{ first: string; last: string }>(
    `select pg_walfile_name('${first}') as first, pg_walfile_name('${last}') as last`,
  )
  return {
    format: 1,
    version: productBuild().version,
    postgres: server.version,
    server: server.identifier,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    firstSegment: rows[0]?.first ?? '',
    lastSegment: rows[0]?.last ?? '',
    recipient,
    migrations: Object.fromEntries(
      [...migrations].map(([name, applied]) => [name, applied.at(-1) ?? null]),
    ),
    files: {
      [FILES.base]: base,
      [FILES.list]: files,
      [FILES.installation]: await writeSealed(text, join(folder, FILES.installation), sealing),
    },
  }
}

async function identityOf(client: pg.Client): Promise<{ identifier: string; version: string }> {
  const { rows } = await client.query<{ identifier: string; version: string }>(
    `select system_identifier::text as identifier, current_setting('server_version') as version
     from pg_control_system()`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL does not know its identifier')
  return row
}

/** Folders that root makes must be the service's, which archives changes there. */
async function makeBase(
  { folder, owner }: Pick<BackupOptions, 'folder' | 'owner'>,
  base: string,
): Promise<void> {
  const missing = [folder, base].filter((path) => !existsSync(path))
  await makeFolder(base, 0o700)
  if (process.getuid?.() !== 0) return
  for (const path of missing) await chown(path, owner.uid, owner.gid)
}

/** A backup that root makes must be the service's, whose timer removes it one day. */
async function giveToOwner(folder: string, base: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(base)
  for (const name of ['', ...(await readdir(folder))]) await chown(join(folder, name), uid, gid)
}

function throwUnwritable(folder: string, cause: unknown): never {
  if (cause instanceof StackError) throw cause
  const { code, syscall, message } = cause as NodeJS.ErrnoException
  const isOfFolder = syscall !== undefined && syscall !== 'connect'
  throw new StackError(
    isOfFolder
      ? `The backup cannot be written to ${folder} (${code}).`
      : `The backup failed: ${message}.`,
    { cause },
  )
}
