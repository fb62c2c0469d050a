import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { StackError } from '../errors.ts'
import type { Backup } from './backup-folder.ts'
import type { BackupSettings } from './backup-settings.ts'
import { makeBackup } from './make-backup.ts'
import { removeOld } from './remove-old.ts'
import { runningDatabase } from './running-database.ts'

type Env = Readonly<Record<string, string | undefined>>

/** A backup that was made, and the older ones that were removed. */
export type BackupReport = { backup: Backup; removed: readonly string[] }

/**
 * Makes a backup, removes old ones, and runs the operator's command.
 *
 * @throws {StackError} when one of these fails. A complete backup stays.
 */
export async function runBackup(
  { folder, key, days, command }: BackupSettings,
  { dataDir, env, signal }: { dataDir: string; env: Env; signal: AbortSignal },
): Promise<BackupReport> {
  const database = await runningDatabase(dataDir)
  const backup = await makeBackup({ ...database, folder, key, signal })
  const removed = await removeOld(folder, days, new Date())
  if (command !== null) await runCommand(command, { ...env, BACKUP_DIR: folder }, signal)
  return { backup, removed }
}

async function runCommand(command: string, env: Env, signal: AbortSignal): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env },
    signal,
  })
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new StackError(`The backup is complete, but BACKUP_COMMAND ended with ${code}.`)
}
