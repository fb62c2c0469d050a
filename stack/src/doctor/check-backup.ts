import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { broken, type Check, type Finding, off, on } from './finding.ts'

const CAPABILITY = 'backup'
const HOUR_MS = 3_600_000
/** A day, and two hours for the backup itself. */
const MOST_HOURS = 26

/**
 * Checks the age of the newest file in the folder of backups.
 *
 * @param folder - Null where none is named.
 */
export function checkBackup(folder: string | null, now: () => number = Date.now): Check {
  return { capability: CAPABILITY, run: async () => [await backupIn(folder, now())] }
}

async function backupIn(folder: string | null, nowMs: number): Promise<Finding> {
  if (folder === null) return off(CAPABILITY, 'no folder is named', 'doctor -- --backups FOLDER')
  const names = await readdir(folder).catch(() => null)
  if (names === null) return broken(CAPABILITY, `${folder} cannot be read`)
  const files = await Promise.all(names.map((name) => stat(join(folder, name))))
  const newest = Math.max(...files.filter((file) => file.isFile()).map(({ mtimeMs }) => mtimeMs))
  if (!Number.isFinite(newest)) return broken(CAPABILITY, `${folder} is empty`)
  const hours = Math.floor((nowMs - newest) / HOUR_MS)
  const text = `the newest is ${hours} h old`
  return hours > MOST_HOURS ? broken(CAPABILITY, text) : on(CAPABILITY, text)
}
