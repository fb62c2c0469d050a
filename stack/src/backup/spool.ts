import { chown, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseIdentity } from '../database/database-identity.ts'
import { prepareDatabaseFolder } from '../database/postgres.ts'

/** Changes are archived after this time, also where they fill no file of the write-ahead log: at most so much is lost. */
const ARCHIVE_SECONDS = 60

/** Files that PostgreSQL has finished wait here, beside its data folder. */
const SPOOL = 'wal-ready'
const PART = '.part'

/** Changes that wait for the archive. */
export type Waiting = {
  /** Age of the oldest file in seconds; 0 where none waits. */
  seconds: number
  bytes: number
}

function spoolOf(databaseFolder: string): string {
  return join(databaseFolder, SPOOL)
}

/**
 * Makes the spool. PostgreSQL puts files there as its user, who cannot write the folder of backups and has no key.
 *
 * @returns The server's parameters.
 */
export async function openSpool(
  databaseFolder: string,
  archiveSeconds = ARCHIVE_SECONDS,
): Promise<Record<string, string>> {
  const identity = await databaseIdentity()
  await prepareDatabaseFolder(databaseFolder, identity)
  const spool = spoolOf(databaseFolder)
  await mkdir(spool, { recursive: true, mode: 0o700 })
  if (identity !== undefined) await chown(spool, identity.uid, identity.gid)
  // Relative to the data folder, in which PostgreSQL runs commands. A file that is there again has the same content.
  const file = `../${SPOOL}/%f`
  return {
    archive_mode: 'on',
    archive_timeout: `${archiveSeconds}`,
    archive_command: `cp "%p" "${file}${PART}" && sync "${file}${PART}" && mv "${file}${PART}" "${file}" && sync "../${SPOOL}"`,
  }
}

/** Returns the finished files, the oldest first. */
export async function waitingFiles(
  databaseFolder: string,
): Promise<readonly { name: string; path: string }[]> {
  const spool = spoolOf(databaseFolder)
  const names = (await readdir(spool)).filter((name) => !name.endsWith(PART)).toSorted()
  return names.map((name) => ({ name, path: join(spool, name) }))
}

/** Measures what waits. */
export async function measureSpool(databaseFolder: string, nowMs: number): Promise<Waiting> {
  const files = await waitingFiles(databaseFolder)
  // One of them may just have been archived.
  const found = await Promise.all(files.map(({ path }) => stat(path).catch(() => null)))
  const oldestMs = Math.min(nowMs, ...found.flatMap((file) => file?.mtimeMs ?? []))
  return {
    seconds: (nowMs - oldestMs) / 1_000,
    bytes: found.reduce((sum, file) => sum + (file?.size ?? 0), 0),
  }
}

/** Removes all that waits. */
export async function dropWaiting(databaseFolder: string): Promise<void> {
  for (const { path } of await waitingFiles(databaseFolder)) await rm(path, { force: true })
}
