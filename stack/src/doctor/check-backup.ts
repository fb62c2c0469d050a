import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupNames, baseFolder, readBackup } from '../backup/backup-folder.ts'
import { lastCheck } from '../backup/check-marks.ts'
import { measureSpool } from '../backup/spool.ts'
import { StackError } from '../errors.ts'
import type { StackSettings } from '../settings.ts'
import { broken, type Check, type Finding, off, on } from './finding.ts'

const CAPABILITY = 'backup'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A day, and two hours for the backup itself. */
const MOST_HOURS = 26
/** A week, and a day. */
const MOST_DAYS_UNCHECKED = 8
/** Changes are archived each minute. */
const MOST_MINUTES_WAITING = 5

/**
 * Checks the backups in BACKUP_DIR, or the age of the newest file in a folder that the user names.
 *
 * @param named - Null where none is named.
 */
export function checkBackup(
  named: string | null,
  { backups, dataDir }: Pick<StackSettings, 'backups' | 'dataDir'>,
  now: () => number = Date.now,
): Check {
  const find = async () => {
    if (named !== null) return [await newestFile(named, now())]
    if (backups === null) return [off(CAPABILITY, '', 'BACKUP_DIR')]
    return await ownBackups(backups.folder, dataDir, now())
  }
  return { capability: CAPABILITY, run: find }
}

async function newestFile(folder: string, nowMs: number): Promise<Finding> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return broken(CAPABILITY, `${folder} cannot be read`)
  const files = await Promise.all(names.map((name) => stat(join(folder, name))))
  const newest = Math.max(...files.filter((file) => file.isFile()).map(({ mtimeMs }) => mtimeMs))
  if (!Number.isFinite(newest)) return broken(CAPABILITY, `${folder} is empty`)
  return ageFinding(nowMs - newest)
}

async function ownBackups(
  folder: string,
  dataDir: string,
  nowMs: number,
): Promise<readonly Finding[]> {
  return [
    await newestBackup(folder, nowMs),
    await checkFinding(folder, nowMs),
    await archiveFinding(dataDir, nowMs),
  ]
}

async function newestBackup(folder: string, nowMs: number): Promise<Finding> {
  try {
    const name = (await backupNames(folder)).at(-1)
    if (name === undefined) return broken(CAPABILITY, `${folder} has none`, 'npm run backup')
    const { summary } = await readBackup(join(baseFolder(folder), name))
    return ageFinding(nowMs - Date.parse(summary.finishedAt))
  } catch (error) {
    if (!(error instanceof StackError)) throw error
    return broken(CAPABILITY, error.message)
  }
}

function ageFinding(ageMs: number): Finding {
  const hours = Math.floor(ageMs / HOUR_MS)
  const text = `the newest is ${hours} h old`
  return hours > MOST_HOURS ? broken(CAPABILITY, text) : on(CAPABILITY, text)
}

async function checkFinding(folder: string, nowMs: number): Promise<Finding> {
  const capability = 'restore of the backup'
  const command = 'npm run restore -- latest --check'
  const check = await lastCheck(folder)
  if (check === null) return broken(capability, 'never checked', command)
  const days = Math.floor((nowMs - Date.parse(check.at)) / DAY_MS)
  const text = `last succeeded ${days} d ago`
  return days > MOST_DAYS_UNCHECKED ? broken(capability, text, command) : on(capability, text)
}

/** Changes wait in the spool while the folder of backups cannot be written. */
async function archiveFinding(dataDir: string, nowMs: number): Promise<Finding> {
  const capability = 'backup of each minute'
  const waiting = await measureSpool(join(dataDir, 'postgres'), nowMs).catch(() => null)
  if (waiting === null) return broken(capability, 'not running', 'npm start')
  const minutes = Math.floor((waiting.seconds * 1_000) / MINUTE_MS)
  if (minutes > MOST_MINUTES_WAITING)
    return broken(capability, `changes wait for ${minutes} min: see the log`)
  return on(capability, '')
}
