import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** Where Debian 12 installs PostgreSQL 15, the oldest supported version. */
const FOLDER = '/usr/lib/postgresql/15/bin'

/** Returns the folder of PostgreSQL 15's programs, or why the tests that need it are skipped. */
export async function findPostgres15(): Promise<{ programs: string } | { skipped: string }> {
  try {
    await access(join(FOLDER, 'initdb'))
    return { programs: FOLDER }
  } catch {
    return {
      skipped: `the index on PostgreSQL 15: no programs in ${FOLDER} (Debian 12: apt-get install postgresql-15)`,
    }
  }
}
