import type { StackSettings } from '../settings.ts'
import { backupNames, timeOfStamp } from './backup-folder.ts'
import type { WalArchive } from './wal-archive.ts'

/** Figures for monitoring. */
export type BackupFigures = {
  /** Age of the oldest change that waits for BACKUP_DIR; 0 where none waits. */
  waitingSeconds: number
  waitingBytes: number
  /** Age of the newest backup; null where there is none, or BACKUP_DIR cannot be read. */
  ageSeconds: number | null
}

/** Returns the figures of an installation's backups; null where it makes none. */
export async function backupFigures(
  { backups }: Pick<StackSettings, 'backups'>,
  archive: WalArchive | null,
): Promise<BackupFigures | null> {
  if (backups === null || archive === null) return null
  const { seconds, bytes } = archive.waiting()
  const newest = (await backupNames(backups.folder).catch(() => [])).at(-1)
  const madeAtMs = newest === undefined ? null : timeOfStamp(newest)
  return {
    waitingSeconds: seconds,
    waitingBytes: bytes,
    ageSeconds: madeAtMs === null ? null : (Date.now() - madeAtMs) / 1_000,
  }
}
