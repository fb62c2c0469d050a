import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
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

/** Settings folder of the installation of this machine. */
export const INSTALLED_FOLDER = '/etc/bullring'

const EARLIER_FILES: EarlierFiles = {
  start: '/etc/bullring.env',
  keeper: '/etc/bullring-keeper.env',
}

/**
 * Returns the files that a settings folder takes over; null for one beside the installation of this machine.
 *
 * @param named - The folder that the user named; undefined for none.
 */
export function earlierFiles(named: string | undefined): EarlierFiles | null {
  return named === undefined || resolve(named) === INSTALLED_FOLDER ? EARLIER_FILES : null
}

const NO_SETTINGS: InstalledSettings = { start: {}, keeper: {} }
const KEEPER_KEY = 'GAME_KEEPER_PRIVATE_KEY'
const OF_KEEPER = /^GAME_KEEPER_/

/**
 * Reads a settings folder. For each file that it lacks, an earlier installation's counts, whose keys must live on.
 *
 * @param earlier - Null for a folder beside that installation.
 * @throws {StackError} when a file exists that this user cannot read, or when there are two keys of the keeper.
 */
export async function readSettings(
  folder: string,
  earlier: EarlierFiles | null = null,
): Promise<InstalledSettings> {
  const [start = null, secrets = null, keeper = null] = await Promise.all(
    [FILES.start, FILES.secrets, FILES.keeper].map((name) => readVariables(join(folder, name))),
  )
  const isComplete = start !== null && secrets !== null && keeper !== null
  const before = isComplete || earlier === null ? NO_SETTINGS : await readEarlier(earlier)
  const own = keeperApart({ start: { ...start, ...secrets }, keeper: keeper ?? {} })
  const isTaken = start !== null && secrets !== null
  return {
    start: isTaken ? own.start : { ...before.start, ...own.start },
    keeper: { ...before.keeper, ...own.keeper },
  }
}

async function readEarlier(files: EarlierFiles): Promise<InstalledSettings> {
  const [start, keeper] = await Promise.all([
    readVariables(files.start),
    readVariables(files.keeper),
  ])
  return keeperApart({ start: start ?? {}, keeper: keeper ?? {} })
}

/** Moves the keeper's settings and key to its file. */
function keeperApart({ start, keeper }: InstalledSettings): InstalledSettings {
  const key = start[KEEPER_KEY]
  const other = keeper[KEEPER_KEY]
  if (key && other && key.toLowerCase() !== other.toLowerCase()) {
    throw new StackError(
      `The settings of npm start and of the keeper have two different keys of the keeper: remove ${KEEPER_KEY} from the file whose account is not to settle.`,
    )
  }
  const ofKeeper = (isWanted: boolean) =>
    Object.fromEntries(Object.entries(start).filter(([name]) => OF_KEEPER.test(name) === isWanted))
  const moved = { ...ofKeeper(true), ...keeper }
  return { start: ofKeeper(false), keeper: key && !other ? { ...moved, [KEEPER_KEY]: key } : moved }
}

function partOf(variables: Variables, wanted: boolean): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isSecret(name) === wanted))
}

async function readVariables(file: string): Promise<Variables | null> {
  const text = await readText(file)
  return text === null ? null : parseEnvFile(text)
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new StackError(
      `${file} cannot be read (${code}). Run this as the user who may read its keys, such as root.`,
      { cause: error },
    )
  }
}

/** Writes the settings, secrets in files apart from the rest. Comments of the files stay. */
export async function writeSettings(
  folder: string,
  { start, keeper }: InstalledSettings,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const secrets = 'Secrets of npm start. Back them up, each KEK elsewhere.'
  await writeVariables(join(folder, FILES.secrets), secrets, partOf(start, true))
  if (Object.keys(keeper).length > 0) {
    await writeVariables(join(folder, FILES.keeper), 'Settings and key of the keeper.', keeper)
  }
  const title = 'Settings of npm start: docs/configuration.md.'
  await writeVariables(join(folder, FILES.start), title, partOf(start, false))
}

async function writeVariables(file: string, title: string, variables: Variables): Promise<void> {
  const earlier = await readText(file)
  await writePrivateFile(file, formatEnvFile(title, variables, earlier ?? ''))
}
