import type { ChildProcess } from 'node:child_process'
import type { EventEmitter } from 'node:events'

/** Figures of the bundled database's backups. */
export type BackupFigures = {
  /** Age of the oldest change that waits for BACKUP_DIR; 0 where none waits. */
  waitingSeconds: number
  waitingBytes: number
  /** Age of the newest backup; null where there is none, or BACKUP_DIR cannot be read. */
  ageSeconds: number | null
}

/** Interval in which figures of the backups are sent. */
const BACKUP_FIGURES_MS = 5_000

/** Sends the figures of the backups until the service ends. */
export function reportBackups(
  service: EventEmitter & Pick<ChildProcess, 'connected' | 'send'>,
  read: () => Promise<BackupFigures | null>,
): void {
  // A folder on the network may take longer than the interval to answer.
  const timer = setTimeout(async () => {
    const figures = await read().catch(() => null)
    if (!service.connected) return
    if (figures !== null) service.send({ kind: 'backups', ...figures })
    timer.refresh()
  }, BACKUP_FIGURES_MS)
  service.once('exit', () => clearTimeout(timer))
}
