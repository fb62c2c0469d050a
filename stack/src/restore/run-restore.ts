import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type Backup,
  backupNames,
  baseFolder,
  folderOf,
  readBackup,
} from '../backup/backup-folder.ts'
import { noteCheck } from '../backup/check-marks.ts'
import { StackError } from '../errors.ts'
import type { CheckedDatabase } from './check-databases.ts'
import { restoreBackup } from './restore-backup.ts'

/** Begins the name of a check's data folder. */
const CHECK = 'bullring-check-'
const DAY_MS = 86_400_000

export type RestoreCommand = {
  /** Folder of a backup, a name below `base/`, or "latest". */
  named: string
  /** BACKUP_DIR; undefined where `named` is a path. */
  folder: string | undefined
  key: string
  to: Date | null
  signal: AbortSignal
}

/** A restored backup, and what its databases contain. */
export type Restored = { backup: Backup; databases: readonly CheckedDatabase[] }

/** Restores to a new data folder. */
export async function restoreTo(target: string, command: RestoreCommand): Promise<Restored> {
  const backup = await findBackup(command)
  return { backup, databases: await restoreBackup(backup, { ...command, target }) }
}

/**
 * Restores to a folder that is removed again, and notes the success beside the backups.
 *
 * @param parent - Folder with room for the databases.
 */
export async function checkRestore(parent: string, command: RestoreCommand): Promise<Restored> {
  const backup = await findBackup(command)
  await removeLeftovers(parent)
  const target = join(parent, `${CHECK}${process.pid}`)
  try {
    const databases = await restoreBackup(backup, { ...command, target })
    await noteCheck(folderOf(backup), { backup: backup.name, at: new Date().toISOString() })
    return { backup, databases }
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

/** A check that was killed leaves databases without encryption. */
async function removeLeftovers(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(CHECK))
  for (const name of names) {
    const { mtimeMs } = await stat(join(parent, name))
    if (Date.now() - mtimeMs > DAY_MS) await rm(join(parent, name), { recursive: true })
  }
}

async function findBackup({ named, folder }: RestoreCommand): Promise<Backup> {
  if (named.includes('/')) return await readBackup(resolve(named))
  if (folder === undefined)
    throw new StackError(
      'Set BACKUP_DIR, or name the folder of the backup, such as /mnt/base/20261130T030000Z.',
    )
  const names = await backupNames(folder)
  const name = named === 'latest' ? names.at(-1) : names.find((each) => each === named)
  if (name === undefined) throw new StackError(`${folder} has no backup ${named}.`)
  return await readBackup(join(baseFolder(folder), name))
}
