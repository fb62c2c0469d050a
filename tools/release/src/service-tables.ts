import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recordMigrations } from '@bullring/server/db/record-migrations'
import { SERVICE_MIGRATIONS } from '@bullring/stack/database/service-migrations'

/** Folder of the repository with a folder for each released version, which has the tables of each service. */
const FOLDER = 'tools/release/databases'

/** Writes the tables of this version, from which all later ones must upgrade: released-tables.test.ts. */
export async function writeTables(root: string, version: string): Promise<void> {
  const folder = join(root, FOLDER, version)
  await mkdir(folder, { recursive: true })
  for (const [service, migrations] of Object.entries(SERVICE_MIGRATIONS)) {
    await writeFile(join(folder, `${service}.sql`), await recordMigrations(migrations))
  }
}

/** Returns the files that {@link writeTables} wrote for a service in released versions. */
export async function releasedTables(root: string, service: string): Promise<string[]> {
  const versions = await readdir(join(root, FOLDER)).catch(() => [])
  return versions.map((version) => join(root, FOLDER, version, `${service}.sql`))
}
