import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** Folder of Debian 12's PostgreSQL 15, the oldest supported version. */
const FOLDER = '/usr/lib/postgresql/15/bin'

/** Returns the folder of PostgreSQL 15's programs, or the reason why the tests that need them cannot run. */
export async function findPostgres15(): Promise<{ programs: string } | { notRun: string }> {
  try {
    await access(join(FOLDER, 'initdb'))
    return { programs: FOLDER }
  } catch {
    return { notRun: 'no PostgreSQL 15 (Debian 12: apt-get install postgresql-15)' }
  }
}
