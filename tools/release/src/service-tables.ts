import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MIGRATIONS as BUNDLER } from '@bullring/bundler/db/migrations'
import { MIGRATIONS as CUSTODY } from '@bullring/custody/db/migrations'
import { MIGRATIONS as GAME } from '@bullring/game/db/migrate'
import { MIGRATIONS as RELAY } from '@bullring/relay/db/migrations'
import { recordMigrations } from '@bullring/server/db/record-migrations'
import { MIGRATIONS as VAULT } from '@bullring/vault/db/migrations'
import { MIGRATIONS as WALLET } from '@bullring/wallet/db/migrations'

/** Migrations of the services that have a database. */
export const SERVICES = {
  bundler: BUNDLER,
  custody: CUSTODY,
  game: GAME,
  relay: RELAY,
  vault: VAULT,
  wallet: WALLET,
}

/** Folder of the repository with a folder for each released version, which has the tables of each service. */
const FOLDER = 'tools/release/databases'

/** Writes the tables of this version, from which all later ones must upgrade: released-tables.test.ts. */
export async function writeTables(root: string, version: string): Promise<void> {
  const folder = join(root, FOLDER, version)
  await mkdir(folder, { recursive: true })
  for (const [service, migrations] of Object.entries(SERVICES)) {
    await writeFile(join(folder, `${service}.sql`), await recordMigrations(migrations))
  }
}

/** Returns the files that {@link writeTables} wrote for a service in released versions. */
export async function releasedTables(root: string, service: string): Promise<string[]> {
  const versions = await readdir(join(root, FOLDER)).catch(() => [])
  return versions.map((version) => join(root, FOLDER, version, `${service}.sql`))
}
