import type { BackupFigures } from '../processes/report-backups.ts'
import type { StackSettings } from '../settings.ts'
import { backupNames, timeOfStamp } from './backup-folder.ts'
import type { WalArchive } from './wal-archive.ts'

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
