import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { flushFolder } from '../data-folder/flush-folder.ts'
import { makeFolder } from '../data-folder/make-folder.ts'
import { databaseIdentity } from '../database/database-identity.ts'
import { prepareDatabaseFolder } from '../database/postgres.ts'
import { withClient } from '../database/with-client.ts'
import { writePrivateFile } from '../setup/write-private-file.ts'
import { SEALED, UNFINISHED, walFolder } from './backup-folder.ts'
import { PROOF, proofOf } from './proof.ts'
import { checksumOf, readSealed, recipientOf, writeSealed } from './sealed-file.ts'
import { isHistory } from './segments.ts'

/** Changes are archived after this time, also where they fill no file of the write-ahead log: at most so much is lost. */
const ARCHIVE_SECONDS = 60
const POLL_MS = 1_000
const TIMEOUT_MS = 10_000

/** Files that PostgreSQL has finished wait here, beside its data folder. */
const SPOOL = 'wal-ready'
const PART = '.part'

/** Returns the folder in which PostgreSQL puts files for the archive. */
export function spoolOf(databaseFolder: string): string {
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

export type ArchiveOptions = {
  databaseFolder: string
  /** Folder of backups. */
  folder: string
  key: string
  adminUrl: string
}

/** An archive that follows a server. */
export type WalArchive = {
  /** Archives what the stopped server has left, and ends. */
  stop: () => Promise<void>
}

/**
 * Follows a server: moves what it has put into the spool to the folder of backups. A failure is tried again until it works.
 *
 * @param note - Called with a sentence when archiving begins to fail, and when it works again.
 */
export async function keepArchiving(
  options: ArchiveOptions,
  note: (sentence: string) => void,
): Promise<WalArchive> {
  const stopping = new AbortController()
  const server = await serverIdentifier(options.adminUrl)
  const target = {
    ...options,
    server,
    recipient: await recipientOf(options.key),
    archived: new Set<string>(),
  }
  let isFailing = false
  const archive = async (signal: AbortSignal) => {
    try {
      await emptySpool(target, signal)
      if (isFailing) note('changes are backed up again')
      isFailing = false
    } catch (error) {
      if (signal.aborted) return
      if (!isFailing) note(`changes since the last backup are not archived: ${reasonOf(error)}`)
      isFailing = true
    }
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await archive(stopping.signal)
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const done = loop()
  return {
    stop: async () => {
      stopping.abort()
      await done
      await archive(AbortSignal.timeout(TIMEOUT_MS))
    },
  }
}

async function serverIdentifier(adminUrl: string): Promise<string> {
  const { rows } = await withClient(adminUrl, TIMEOUT_MS, (client) =>
    client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()'),
  )
  return rows[0]?.id ?? ''
}

type Target = ArchiveOptions & {
  server: string
  recipient: string
  /** Names of the files of history that are archived. */
  archived: Set<string>
}

async function emptySpool(target: Target, signal: AbortSignal): Promise<void> {
  await archiveHistory(target, signal)
  const spool = spoolOf(target.databaseFolder)
  const names = (await readdir(spool)).filter((name) => !name.endsWith(PART)).toSorted()
  if (names.length === 0) return
  const folder = walFolder(target.folder, target.server)
  await makeFolder(folder, 0o700)
  for (const name of names) {
    await archiveFile(join(spool, name), join(folder, `${name}${SEALED}`), target, signal)
    await rm(join(spool, name))
  }
}

/**
 * Archives the files that say where a restored server left the write-ahead log of the one before: it began without an
 * archive.
 */
async function archiveHistory(target: Target, signal: AbortSignal): Promise<void> {
  const source = join(target.databaseFolder, 'data', 'pg_wal')
  const folder = walFolder(target.folder, target.server)
  for (const name of await readdir(source)) {
    const to = join(folder, `${name}${SEALED}`)
    if (!isHistory(name) || target.archived.has(name)) continue
    await makeFolder(folder, 0o700)
    await archiveFile(join(source, name), to, target, signal)
    target.archived.add(name)
  }
}

async function archiveFile(
  from: string,
  to: string,
  { key, recipient, server }: Target,
  signal: AbortSignal,
): Promise<void> {
  const prove = async (sha256: string) => {
    const proof = proofOf(key, ['wal', server, basename(from), sha256])
    await writePrivateFile(`${to}${PROOF}`, proof)
  }
  if ((await stat(to).catch(() => null)) !== null) {
    // A crash came between the archive and the removal from the spool.
    const archived = await readChecksums(to, { key, signal })
    if (archived.content !== (await checksumOf(from, signal)))
      throw new Error(`${to} exists and has other content: set another BACKUP_DIR`)
    await prove(archived.file)
    return
  }
  const unfinished = join(to, '..', `${UNFINISHED}wal`)
  await rm(unfinished, { force: true })
  const { sha256 } = await writeSealed(createReadStream(from), unfinished, { recipient, signal })
  // A file without a proof would not count.
  await prove(sha256)
  await rename(unfinished, to)
  await flushFolder(dirname(to))
}

async function readChecksums(
  sealed: string,
  options: { key: string; signal: AbortSignal },
): Promise<{ file: string; content: string }> {
  const hash = createHash('sha256')
  const file = await readSealed(sealed, options, async (content) => {
    for await (const chunk of content) hash.update(chunk)
  })
  return { file, content: hash.digest('hex') }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
