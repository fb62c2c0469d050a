import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StackError } from '../errors.ts'
import {
  type Backup,
  backupNames,
  baseFolder,
  readBackup,
  SEALED,
  walFolder,
} from './backup-folder.ts'
import { PROOF } from './proof.ts'
import { placeOf } from './segments.ts'

const DAY_MS = 86_400_000

/**
 * Removes backups older than `days`, but for the newest, and the write-ahead log that no backup needs. A damaged one stays.
 *
 * @param note - Called with a sentence for each damaged one.
 * @returns The names of the removed backups.
 */
export async function removeOld(
  folder: string,
  days: number,
  now: Date,
  note: (sentence: string) => void,
): Promise<readonly string[]> {
  const paths = (await backupNames(folder)).map((name) => join(baseFolder(folder), name))
  const backups: Backup[] = []
  for (const path of paths) {
    const backup = await readBackup(path).catch((error: unknown) => {
      if (!(error instanceof StackError)) throw error
      note(`${error.message} Remove it when you have looked at it.`)
      return null
    })
    if (backup !== null) backups.push(backup)
  }
  const limitMs = now.getTime() - days * DAY_MS
  const old = backups.slice(0, -1).filter(({ summary }) => Date.parse(summary.finishedAt) < limitMs)
  for (const { path } of old) await rm(path, { recursive: true })
  const kept = backups.filter((backup) => !old.includes(backup))
  for (const server of await readdir(join(folder, 'wal')).catch(() => []))
    await removeSegments(walFolder(folder, server), server, { kept, limitMs })
  return old.map(({ name }) => name)
}

/** The log of a server without a backup stays as long as its backups would have. */
async function removeSegments(
  folder: string,
  server: string,
  { kept, limitMs }: { kept: readonly Backup[]; limitMs: number },
): Promise<void> {
  const firsts = kept
    .filter(({ summary }) => summary.server === server)
    .map(({ summary }) => placeOf(summary.firstSegment) ?? 0)
  const first = firsts.length === 0 ? null : Math.min(...firsts)
  for (const name of await readdir(folder)) {
    const place = placeOf(name.replace(PROOF, '').replace(SEALED, ''))
    const file = join(folder, name)
    const isNeedless =
      first === null ? (await stat(file)).mtimeMs < limitMs : place !== null && place < first
    if (isNeedless) await rm(file, { force: true })
  }
}
