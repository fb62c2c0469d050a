import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { flushFolder } from '../data-folder/flush-folder.ts'
import { makeFolder } from '../data-folder/make-folder.ts'
import { writePrivateFile } from '../setup/write-private-file.ts'
import { SEALED, UNFINISHED, walFolder } from './backup-folder.ts'
import { PROOF, proofOf } from './proof.ts'
import { checksumOf, isOfOtherKey, readSealed, writeSealed } from './sealed-file.ts'
import { isHistory } from './segments.ts'
import { waitingFiles } from './spool.ts'

/** The archive of a server. */
export type Target = {
  databaseFolder: string
  /** Folder of backups. */
  folder: string
  key: string
  /** Identifier of the server. */
  server: string
  recipient: string
  /** Names of the files of history that are archived. */
  archived: Set<string>
}

/**
 * Moves what PostgreSQL has put into the spool to the folder of backups.
 *
 * @returns The names of the files.
 */
export async function emptySpool(target: Target, signal: AbortSignal): Promise<readonly string[]> {
  await archiveHistory(target, signal)
  const files = await waitingFiles(target.databaseFolder)
  if (files.length === 0) return []
  const folder = walFolder(target.folder, target.server)
  await makeFolder(folder, 0o700)
  for (const { name, path } of files) {
    await archiveFile(path, join(folder, `${name}${SEALED}`), target, signal)
    await rm(path, { force: true })
  }
  return files.map(({ name }) => name)
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
    // The backups under an earlier key need it. Those under this key began after it.
    if (!(await isOfOtherKey(to, target.key)))
      await archiveFile(join(source, name), to, target, signal)
    target.archived.add(name)
  }
}

/** An archived file that only an earlier key opens is archived again. */
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
  if ((await stat(to).catch(() => null)) !== null && !(await isOfOtherKey(to, key))) {
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
