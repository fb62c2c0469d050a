import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StackError } from '../errors.ts'

const Market = z.object({
  prediction: z.templateLiteral(['0x', z.string()]),
  oracle: z.templateLiteral(['0x', z.string()]),
  /** Block the contracts were deployed in. */
  startBlock: z.int(),
  genesisTimestamp: z.int(),
})

const Manifest = z.object({
  version: z.literal(1),
  chainId: z.int(),
  roundSeconds: z.int(),
  databasePassword: z.string(),
  /** Null until the contracts are on the chain and their first rounds are played. */
  market: z.nullable(Market),
})
export type Manifest = z.infer<typeof Manifest>
export type Market = z.infer<typeof Market>

/** The folder in which a stack keeps its chain and database between two runs. */
export type DataFolder = {
  path: string
  chainStateFile: string
  databaseFolder: string
  /** True when this run made it. */
  isNew: boolean
  manifest: Manifest
}

export type DataFolderOptions = {
  path: string
  chainId: number
  roundSeconds: number
  /** Throws away what an earlier run left. */
  isFresh: boolean
}

const MANIFEST = 'bullring.json'
const ADVICE = 'Begin anew with: npm start -- --fresh'
/** All a stack ever writes; --fresh removes these and nothing else. */
const CONTENTS = ['chain', 'postgres', MANIFEST]

/**
 * Opens the data folder, or makes it.
 *
 * @throws {StackError} when it cannot be written, belongs to something else, is damaged, or was made
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
    return { ...folder, isNew: false, manifest: readManifest(text, options) }
  }
  const manifest: Manifest = {
    version: 1,
    chainId: options.chainId,
    roundSeconds: options.roundSeconds,
    databasePassword: randomBytes(24).toString('hex'),
    market: null,
  }
  await writeManifest(path, manifest)
  return { ...folder, isNew: true, manifest }
}

/** Replaces the manifest in one step. */
export async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  const file = join(path, MANIFEST)
  await writeFile(`${file}.next`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.next`, file)
}

async function makeWritable(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o711 })
    await access(path, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new StackError(
      `The data folder ${path} cannot be made or written (${reason}). Set DATA_DIR to a folder you own.`,
      { cause },
    )
  }
}

async function refuseForeignFolder(path: string): Promise<void> {
  const foreign = (await readdir(path)).filter((name) => name !== 'running.json')
  if (foreign.length === 0) return
  throw new StackError(
    `${path} has files in it but is not a Bullring data folder. Set DATA_DIR to an empty folder.`,
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
      `The data folder ${path} holds a chain ${manifest.chainId} with rounds of ${manifest.roundSeconds} s, ` +
        `but chain ${chainId} with rounds of ${roundSeconds} s was asked for. ${ADVICE} (or set another DATA_DIR)`,
    )
  }
  return manifest
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
