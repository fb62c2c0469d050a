import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { earlierFiles, INSTALLED_FOLDER, readSettings } from '../setup/settings-folder.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns the variables of an installation: of the environment, as a unit of systemd gives them, otherwise of the settings
 * folder.
 *
 * @param named - The folder that the user named; undefined for none.
 */
export async function installedVariables(named: string | undefined, env: Env): Promise<Env> {
  if (named === undefined && (env['BACKUP_DIR'] || env['BACKUP_KEY'])) return env
  const folder = named ?? (existsSync(INSTALLED_FOLDER) ? INSTALLED_FOLDER : 'bullring-settings')
  return (await readSettings(resolve(folder), earlierFiles(named))).start
}
