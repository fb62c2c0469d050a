import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StackError } from '../errors.ts'
import { formatEnvFile, parseEnvFile, type Variables } from './env-file.ts'
import { isSecret } from './known-settings.ts'
import { writePrivateFile } from './write-private-file.ts'

/** Settings of an installation: of `npm start`, and of the keeper, whose key `npm start` does not get. */
export type InstalledSettings = { start: Variables; keeper: Variables }

/** Files of a settings folder. */
export const FILES = {
  start: 'bullring.env',
  secrets: 'bullring.secrets.env',
  keeper: 'keeper.env',
} as const

/** Files of an installation from before `npm run setup`. */
export type EarlierFiles = { start: string; keeper: string }

/** @see EarlierFiles */
export const EARLIER_FILES: EarlierFiles = {
  start: '/etc/bullring.env',
  keeper: '/etc/bullring-keeper.env',
}

const NO_SETTINGS: InstalledSettings = { start: {}, keeper: {} }

/**
 * Reads a settings folder; without one, the files of an earlier installation, whose keys must live on.
 *
 * @param earlier - Null for a folder beside that installation.
 * @throws {StackError} when a file exists that this user cannot read.
 */
export async function readSettings(
  folder: string,
  earlier: EarlierFiles | null = null,
): Promise<InstalledSettings> {
  const [start, secrets, keeper] = await Promise.all(
    [FILES.start, FILES.secrets, FILES.keeper].map((name) => readVariables(join(folder, name))),
  )
  if (start ?? secrets ?? keeper) {
    return withoutKeeperKey({ start: { ...start, ...secrets }, keeper: keeper ?? {} })
  }
  if (earlier === null) return NO_SETTINGS
  const [before, keeperBefore] = await Promise.all([
    readVariables(earlier.start),
    readVariables(earlier.keeper),
  ])
  if (before === null && keeperBefore === null) return NO_SETTINGS
  return withoutKeeperKey({ start: before ?? {}, keeper: keeperBefore ?? {} })
}

/** Moves the keeper's key to its file. */
function withoutKeeperKey({ start, keeper }: InstalledSettings): InstalledSettings {
  const { GAME_KEEPER_PRIVATE_KEY: key, ...others } = start
  if (key === undefined) return { start, keeper }
  return { start: others, keeper: { GAME_KEEPER_PRIVATE_KEY: key, ...keeper } }
}

async function readVariables(file: string): Promise<Variables | null> {
  try {
    return parseEnvFile(await readFile(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new StackError(
      `${file} cannot be read (${code}). Run this as the user who may read its keys, such as root.`,
      { cause: error },
    )
  }
}

/** Writes the settings, secrets in files apart from the rest. */
export async function writeSettings(
  folder: string,
  { start, keeper }: InstalledSettings,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const part = (wanted: boolean) =>
    Object.fromEntries(Object.entries(start).filter(([name]) => isSecret(name) === wanted))
  const files = {
    [FILES.secrets]: formatEnvFile(
      'Secrets of npm start. Back them up, each KEK elsewhere.',
      part(true),
    ),
    [FILES.keeper]: formatEnvFile('Settings and key of the keeper.', keeper),
    [FILES.start]: formatEnvFile('Settings of npm start: docs/configuration.md.', part(false)),
  }
  for (const [name, text] of Object.entries(files)) await writePrivateFile(join(folder, name), text)
}
