import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readStoredArtifacts } from '@bullring/contracts/artifact'
import { foundryBinary } from '@bullring/contracts/foundry-binary'
import { sourcesHash } from '@bullring/contracts/sources-hash'
import { StackError } from './errors.ts'
import { repositoryRoot } from './repository-root.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 5 * 60_000

/** Folder of the built web app. */
export const webRoot = join(repositoryRoot, 'game/web/dist')

/** Folder of the built wallet frame. */
export const frameRoot = join(repositoryRoot, 'login/frame/dist')

/** Folder of the built test wallet. */
export const phoneRoot = join(repositoryRoot, 'walletconnect/phone/dist')

/** Sources of the packages that pages are built from. */
export const PAGE_PACKAGES =
  '{accounts/{api,safe},base/{approval,errors,ui,wire},game/{api,client,rules},login/api,wallet/{api,kit},walletconnect/client}/src/**/*.{ts,tsx,css,json}'

/** Sources of the wallet frame; a change in any of these triggers a rebuild. */
const FRAME_SOURCES = [
  'login/frame/{*.html,package.json,vite.config.ts}',
  'login/frame/{public,src}/**/*.*',
  PAGE_PACKAGES,
  'package-lock.json',
]

/** Sources of the test wallet; a change in any of these triggers a rebuild. */
const PHONE_SOURCES = [
  'walletconnect/phone/{*.html,package.json,vite.config.ts}',
  'walletconnect/phone/{public,src}/**/*.*',
  PAGE_PACKAGES,
  'package-lock.json',
]

/** Sources of the web app; a change in any of these triggers a rebuild. */
const WEB_SOURCES = [
  'game/web/{index.html,package.json,vite.config.ts}',
  'game/web/{build,public,src}/**/*.*',
  PAGE_PACKAGES,
  'package-lock.json',
  'CHANGELOG.md',
]

/**
 * Compiles the contracts if the repository's compiled ones are not of its sources.
 *
 * @throws {StackError} with the output of the compiler when it fails, or that there is none.
 */
export async function buildContracts(): Promise<Outcome> {
  if (readStoredArtifacts().sources === sourcesHash(repositoryRoot)) return 'unchanged'
  if (!hasCompiler()) {
    throw new StackError(
      'The contracts in contracts/src are not those of contracts/artifacts.json. The compiler comes with the packages for development: run `npm run check` once, then start again.',
    )
  }
  await runBuild('the contracts', [join(repositoryRoot, 'contracts/scripts/write-artifacts.ts')])
  return 'built'
}

function hasCompiler(): boolean {
  try {
    return foundryBinary('forge') !== ''
  } catch {
    return false
  }
}

/** Builds the web app for production if its sources changed. */
export function buildWebApp(): Promise<Outcome> {
  return buildOnce({
    name: 'the web app',
    sources: WEB_SOURCES,
    marker: join(webRoot, '.built-from'),
    command: [viteProgram(), 'build', 'game/web', '--logLevel', 'warn'],
  })
}

/** Builds the wallet frame for production if its sources changed. */
export function buildFrame(): Promise<Outcome> {
  return buildOnce({
    name: 'the wallet frame',
    sources: FRAME_SOURCES,
    marker: join(frameRoot, '.built-from'),
    command: [viteProgram(), 'build', 'login/frame', '--logLevel', 'warn'],
  })
}

/**
 * Copies the built wallet frame to `folder` and writes its vault into the pages there.
 *
 * @returns the folder.
 */
export async function stampFrame(folder: string, vaultUrl: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await cp(frameRoot, folder, { recursive: true })
  const command = join(repositoryRoot, 'login/custody/src/bin/stamp-frame.ts')
  await run(process.execPath, [command, folder, vaultUrl], { timeout: TIMEOUT_MS })
  return folder
}

/** Builds the test wallet for production if its sources changed. */
export function buildPhone(): Promise<Outcome> {
  return buildOnce({
    name: 'the test wallet',
    sources: PHONE_SOURCES,
    marker: join(phoneRoot, '.built-from'),
    command: [viteProgram(), 'build', 'walletconnect/phone', '--logLevel', 'warn'],
  })
}

function viteProgram(): string {
  const require = createRequire(import.meta.url)
  return join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')
}

type Outcome = 'built' | 'unchanged'

type Build = {
  name: string
  /** Globs of its sources. */
  sources: readonly string[]
  /** File with the hash of the sources of the last build. */
  marker: string
  /** Node script with its arguments. */
  command: readonly string[]
}

/**
 * Runs a build if its sources changed.
 *
 * @throws {StackError} with the output of the build when it fails.
 */
export async function buildOnce({ name, sources, marker, command }: Build): Promise<Outcome> {
  const hash = await hashOf(sources)
  if ((await readFile(marker, 'utf8').catch(() => '')) === hash) return 'unchanged'
  await runBuild(name, command)
  await mkdir(dirname(marker), { recursive: true })
  await writeFile(marker, hash)
  return 'built'
}

async function runBuild(name: string, command: readonly string[]): Promise<void> {
  try {
    await run(process.execPath, command, { cwd: repositoryRoot, timeout: TIMEOUT_MS })
  } catch (cause) {
    throw new StackError(`Building ${name} failed:\n${outputOf(cause)}`, { cause })
  }
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const files = await Array.fromAsync(glob(sources, { cwd: repositoryRoot }))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    hash.update(file).update(await readFile(join(repositoryRoot, file)))
  }
  return hash.digest('hex')
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const streams = 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : ''
  return streams.trim() === '' ? error.message : streams.trim()
}
