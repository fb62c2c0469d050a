import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Backup, FILES, folderOf, SEALED, walFolder } from '../backup/backup-folder.ts'
import { checksumOf, readSealed, readSealedText, recipientOf } from '../backup/sealed-file.ts'
import type { DatabaseIdentity } from '../database/database-identity.ts'
import { StackError } from '../errors.ts'
import { verifyFiles } from './verify-files.ts'
import { writeSparse } from './write-sparse.ts'

/** Folder beside PostgreSQL's data, with the changes to replay. */
export const REPLAY = 'wal-replay'

export type Unpacking = {
  key: string
  identity: DatabaseIdentity | undefined
  signal: AbortSignal
}

/**
 * Checks that a backup is whole and that the key is its key, before anything is written.
 *
 * @throws {StackError} saying which of them fails.
 */
export async function requireWhole(
  { path, summary }: Backup,
  { key, signal }: Unpacking,
): Promise<void> {
  if ((await recipientOf(key)) !== summary.recipient)
    throw new StackError(
      `BACKUP_KEY is another key than that of ${path}: find the key that setup made for ${summary.recipient}.`,
    )
  for (const [name, { sha256 }] of Object.entries(summary.files)) {
    const found = await checksumOf(join(path, name), signal).catch(
      (error: NodeJS.ErrnoException) => error.code,
    )
    signal.throwIfAborted()
    if (found !== sha256) throw new StackError(`The backup is damaged: ${join(path, name)}.`)
  }
}

/** Unpacks PostgreSQL's data folder into a new folder `data`, and compares it with PostgreSQL's list. */
export async function unpackBase(
  { path }: Backup,
  data: string,
  { key, identity, signal }: Unpacking,
): Promise<void> {
  await makeFolder(data, identity)
  const options = { key, signal }
  await readSealed(join(path, FILES.base), options, (content) => untar(content, data, identity))
  await verifyFiles(data, await readSealedText(join(path, FILES.list), options), signal)
}

/** Decrypts the files of the write-ahead log into a new folder. */
export async function unpackSegments(
  backup: Backup,
  names: readonly string[],
  folder: string,
  { key, identity, signal }: Unpacking,
): Promise<void> {
  await makeFolder(folder, identity)
  const source = walFolder(folderOf(backup), backup.summary.server)
  for (const name of names) {
    const file = join(source, `${name}${SEALED}`)
    await readSealed(file, { key, signal }, (content) =>
      writeSparse(content, join(folder, name)),
    ).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new StackError(`The backup is damaged: ${file} (${(cause as Error).message}).`, {
        cause,
      })
    })
    if (identity !== undefined) await chown(join(folder, name), identity.uid, identity.gid)
  }
}

async function makeFolder(path: string, identity: DatabaseIdentity | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  if (identity !== undefined) await chown(path, identity.uid, identity.gid)
}

async function untar(
  content: Readable,
  folder: string,
  identity: DatabaseIdentity | undefined,
): Promise<void> {
  const tar = spawn('tar', ['-x', '-f', '-'], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...identity,
  })
  let complaint = ''
  tar.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const [, [code]] = await Promise.all([
    pipeline(content, tar.stdin).catch(() => undefined),
    once(tar, 'close'),
  ])
  if (code !== 0)
    throw new StackError(`The backup cannot be unpacked to ${folder}: ${complaint.trim()}.`)
}
