import type { Backup } from './backup-folder.ts'
import type { BackupSettings } from './backup-settings.ts'
import { makeBackup } from './make-backup.ts'
import { removeOld } from './remove-old.ts'
import { runningDatabase } from './running-database.ts'

/** A backup that was made, and the older ones that were removed. */
export type BackupReport = { backup: Backup; removed: readonly string[] }

type RunOptions = {
  dataDir: string
  days: number | null
  /** Called with a sentence for each earlier backup that is damaged. */
  note: (sentence: string) => void
  signal: AbortSignal
}

/**
 * Makes a backup of the server that runs on a data folder, and removes those older than `days`; none where it is null.
 *
 * @throws {StackError} when one of these fails. A complete backup stays.
 */
export async function runBackup(
  { folder, key }: BackupSettings,
  { dataDir, days, note, signal }: RunOptions,
): Promise<BackupReport> {
  const database = await runningDatabase(dataDir)
  const backup = await makeBackup({ ...database, folder, key, signal })
  return { backup, removed: days === null ? [] : await removeOld(folder, days, new Date(), note) }
}
