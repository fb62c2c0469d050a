import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { EmbeddedKeys, newEmbeddedKeys } from '../embedded-wallet/embedded-keys.ts'
import { StackError } from '../errors.ts'
import { makeFolder } from './make-folder.ts'

const newKey = () => `0x${randomBytes(32).toString('hex')}`

const Contracts = z.object({
  prediction: z.templateLiteral(['0x', z.string()]),
  oracle: z.templateLiteral(['0x', z.string()]),
  /** Block the contracts were deployed in. */
  startBlock: z.int(),
})

const Market = z.extend(Contracts, {
  /** The second market; older versions had none. */
  btc: z.optional(Contracts),
  genesisTimestamp: z.int(),
  /** Identifies the code of the contracts; older versions did not record it. */
  contractsHash: z.optional(z.string()),
})

const Manifest = z.object({
  version: z.literal(1),
  chainId: z.int(),
  roundSeconds: z.int(),
  databasePassword: z.string(),
  /** {@link TABLES}; versions before the first release recorded none, and their tables are not migrated. */
  tables: z.optional(z.int()),
  /** Signs the answers of the gateway for names; older versions had none. */
  nameSignerKey: z._default(z.string(), newKey),
  /** Keys of the embedded wallet's services; older versions had none. */
  embeddedKeys: z._default(EmbeddedKeys, newEmbeddedKeys),
  /** Null until the contracts are deployed and the first rounds are played. */
  market: z.nullable(Market),
})
export type Manifest = z.output<typeof Manifest>

/** The tables of the databases in a folder: migrations keep them up to date from the first release on. */
export const TABLES = 1

/** The folder that stores a stack's chain and database between runs. */
export type DataFolder = {
  path: string
  chainStateFile: string
  databaseFolder: string
  /** True when this run created it. */
  isNew: boolean
  manifest: Manifest
}

export type DataFolderOptions = {
  path: string
  chainId: number
  roundSeconds: number
  /** Deletes the data of earlier runs. */
  isFresh: boolean
}

const MANIFEST = 'bullring.json'
const ADVICE = 'Start from scratch with: npm start -- --fresh'
/** Everything a stack writes; --fresh removes, and `setDataAside` moves, only these. */
const CONTENTS = ['chain', 'metrics-token', 'operator-token', 'postgres', 'push-key', MANIFEST]
/** Files that a data folder may also have: lock, log, and data set aside. */
const WITHOUT_MANIFEST = /^(?:running\.json|bullring\.log(?:\.[12])?|until-\d{4}-\S+)$/

/**
 * Opens the data folder, creating it if needed.
 *
 * @throws {StackError} when it cannot be written, contains foreign files, is damaged, or was created
 *   with other settings.
 */
export async function openDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  const { path } = options
  await makeWritable(path)
  const text = await readFile(join(path, MANIFEST), 'utf8').catch(() => null)
  if (text === null) await refuseForeignFolder(path)
  if (options.isFresh) {
    for (const name of CONTENTS) await rm(join(path, name), { recursive: true, force: true })
  }
  const folder = {
    path,
    chainStateFile: join(path, 'chain', 'state.json'),
    databaseFolder: join(path, 'postgres'),
  }
  await mkdir(join(path, 'chain'), { recursive: true, mode: 0o700 })
  if (text !== null && !options.isFresh) {
    const manifest = readManifest(text, options)
    // Keeps the keys that the manifest of an older version did not have.
    const keys = [manifest.nameSignerKey, manifest.embeddedKeys.assertionKey]
    if (!keys.every((key) => text.includes(key))) await writeManifest(path, manifest)
    return { ...folder, isNew: false, manifest }
  }
  const manifest: Manifest = {
    version: 1,
    chainId: options.chainId,
    roundSeconds: options.roundSeconds,
    databasePassword: randomBytes(24).toString('hex'),
    tables: TABLES,
    nameSignerKey: newKey(),
    embeddedKeys: newEmbeddedKeys(),
    market: null,
  }
  await writeManifest(path, manifest)
  return { ...folder, isNew: true, manifest }
}

/**
 * Moves chain and database to a subfolder, which is a complete data folder: `DATA_DIR` may name it.
 *
 * @returns The subfolder.
 */
export async function setDataAside(path: string, now: Date): Promise<string> {
  const aside = join(path, `until-${now.toISOString().replaceAll(':', '-')}`)
  await mkdir(aside, { mode: 0o711 })
  const present = await readdir(path)
  // The manifest moves last: without it, the next start would refuse the folder.
  for (const name of CONTENTS.filter((content) => present.includes(content))) {
    await rename(join(path, name), join(aside, name))
  }
  return aside
}

/** Replaces the manifest atomically. */
export async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  const file = join(path, MANIFEST)
  await writeFile(`${file}.next`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.next`, file)
}

async function makeWritable(path: string): Promise<void> {
  try {
    await makeFolder(path, 0o711)
    await access(path, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new StackError(
      `The data folder ${path} cannot be created or written (${reason}). Set DATA_DIR to a folder you own.`,
      { cause },
    )
  }
}

async function refuseForeignFolder(path: string): Promise<void> {
  const foreign = (await readdir(path)).filter((name) => !WITHOUT_MANIFEST.test(name))
  if (foreign.length === 0) return
  throw new StackError(
    `${path} is not empty and is not a Bullring data folder. Set DATA_DIR to an empty folder.`,
  )
}

function readManifest(text: string, { path, chainId, roundSeconds }: DataFolderOptions): Manifest {
  const result = z.safeParse(Manifest, jsonOrUndefined(text))
  if (!result.success) {
    throw new StackError(
      `The data folder ${path} is damaged: ${MANIFEST} cannot be read. ${ADVICE}`,
    )
  }
  const manifest = result.data
  if (manifest.chainId !== chainId || manifest.roundSeconds !== roundSeconds) {
    throw new StackError(
      `The data folder ${path} contains ${chainText(manifest)}, but the settings are ${chainText({ chainId, roundSeconds })}. ` +
        `Set another DATA_DIR, or delete what it contains: npm start -- --fresh`,
    )
  }
  return manifest
}

/** A public chain has no length of rounds here: its contract has. */
function chainText({ chainId, roundSeconds }: Pick<Manifest, 'chainId' | 'roundSeconds'>): string {
  return roundSeconds === 0
    ? `chain ${chainId}`
    : `chain ${chainId} with rounds of ${roundSeconds} s`
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
