import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** Debian 12's, the oldest version that is supported. */
const PLACE = '/usr/lib/postgresql/15/bin'

/** Where a PostgreSQL 15 is, or why the tests that want one are skipped. */
export async function oldPostgres(): Promise<{ programs: string } | { skipped: string }> {
  try {
    await access(join(PLACE, 'initdb'))
    return { programs: PLACE }
  } catch {
    return {
      skipped: `the index on PostgreSQL 15: no programs in ${PLACE} (Debian 12: apt-get install postgresql-15)`,
    }
  }
}
