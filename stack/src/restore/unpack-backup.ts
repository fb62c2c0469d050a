import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lchown, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type Backup,
  FILES,
  folderOf,
  SEALED,
  type Summary,
  stampOf,
  summaryFile,
  walFolder,
} from '../backup/backup-folder.ts'
import { isProven } from '../backup/proof.ts'
import { checksumOf, readSealed, recipientOf } from '../backup/sealed-file.ts'
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
  { path, name: folder, summary, text }: Backup,
  { key, signal }: Unpacking,
): Promise<void> {
  if ((await recipientOf(key)) !== summary.recipient)
    throw new StackError(
      `BACKUP_KEY is another key than that of ${path}: find the key that setup made for ${summary.recipient}.`,
    )
  if (!(await isProven(summaryFile(path), key, ['backup.json', text])))
    throw new StackError(
      `${path} was not made with BACKUP_KEY, or was changed: restore another backup.`,
    )
  const expected = stampOf(new Date(summary.startedAt))
  if (folder !== expected)
    throw new StackError(`${path} has another name than it was made with: call it ${expected}.`)
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
  backup: Backup,
  data: string,
  { key, identity, signal }: Unpacking,
): Promise<void> {
  await makeFolder(data, identity)
  await readProven(backup, FILES.base, { key, signal }, (content) => untar(content, data, identity))
  await refuseLinks(data)
  await verifyFiles(data, await unpackText(backup, FILES.list, { key, signal }), signal)
}

/** Returns the content of a small file of a backup. */
export async function unpackText(
  backup: Backup,
  name: keyof Summary['files'],
  options: Omit<Unpacking, 'identity'>,
): Promise<string> {
  let text = ''
  await readProven(backup, name, options, async (content) => {
    text = Buffer.concat(await content.toArray()).toString()
  })
  return text
}

/** The file may be another one than when `requireWhole` read it. */
async function readProven(
  { path, summary }: Backup,
  name: keyof Summary['files'],
  options: Omit<Unpacking, 'identity'>,
  consume: (content: Readable) => Promise<void>,
): Promise<void> {
  const file = join(path, name)
  if ((await readSealed(file, options, consume)) !== summary.files[name].sha256)
    throw new StackError(`The backup is damaged: ${file}.`)
}

/** The bundled server has no tablespace, which alone would need a link. */
async function refuseLinks(data: string): Promise<void> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true })
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (other !== undefined)
    throw new StackError(
      `The backup has ${join(other.parentPath, other.name)}, which is no file or folder: restore another backup.`,
    )
}

/** Returns the path of an archived file of the write-ahead log. */
export function archivedFile(backup: Backup, name: string): string {
  return join(walFolder(folderOf(backup), backup.summary.server), `${name}${SEALED}`)
}

/** Returns the content of an archived file of history. {@link unpackSegments} checks its proof. */
export async function readHistory(
  backup: Backup,
  name: string,
  { key, signal }: Unpacking,
): Promise<string> {
  const file = archivedFile(backup, name)
  let text = ''
  await readSealed(file, { key, signal }, async (content) => {
    text = Buffer.concat(await content.toArray()).toString()
  }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw damaged(file, cause)
  })
  return text
}

function damaged(file: string, cause: unknown): StackError {
  return new StackError(`The backup is damaged: ${file} (${(cause as Error).message}).`, { cause })
}

/** Decrypts the files of the write-ahead log into a new folder. */
export async function unpackSegments(
  backup: Backup,
  names: readonly string[],
  folder: string,
  { key, identity, signal }: Unpacking,
): Promise<void> {
  await makeFolder(folder, identity)
  const { server } = backup.summary
  for (const name of names) {
    const file = archivedFile(backup, name)
    const sha256 = await readSealed(file, { key, signal }, (content) =>
      writeSparse(content, join(folder, name)),
    ).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw damaged(file, cause)
    })
    if (!(await isProven(file, key, ['wal', server, name, sha256])))
      throw new StackError(`${file} was not archived with BACKUP_KEY, or was changed.`)
    if (identity !== undefined) await lchown(join(folder, name), identity.uid, identity.gid)
  }
}

async function makeFolder(path: string, identity: DatabaseIdentity | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  if (identity !== undefined) await lchown(path, identity.uid, identity.gid)
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
