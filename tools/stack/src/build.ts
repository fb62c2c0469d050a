import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StackError } from './errors.ts'
import { repositoryRoot } from './repository-root.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 5 * 60_000

/** Where the built web app is. */
export const webRoot = join(repositoryRoot, 'apps/web/dist')

/** What the web app is built from; a change in any of these builds it anew. */
const WEB_SOURCES = [
  'apps/web/{index.html,package.json,vite.config.ts}',
  'apps/web/{public,src}/**/*.*',
  'packages/*/src/**/*.ts',
  'package-lock.json',
]

const CONTRACT_SOURCES = ['contracts/{src,scripts}/**/*.*', 'foundry.toml', 'package-lock.json']

/** Compiles the contracts, unless nothing changed since the last time. */
export function buildContracts(): Promise<'built' | 'unchanged'> {
  const marker = join(repositoryRoot, 'contracts/out/.built-from')
  return buildOnce(
    CONTRACT_SOURCES,
    marker,
    'The contracts',
    ['@foundry-rs/forge', 'forge'],
    ['build', 'contracts/src'],
  )
}

/** Builds the web app for production, unless nothing changed since the last time. */
export function buildWebApp(): Promise<'built' | 'unchanged'> {
  const marker = join(webRoot, '.built-from')
  return buildOnce(
    WEB_SOURCES,
    marker,
    'The web app',
    ['vite', 'vite'],
    ['build', 'apps/web', '--logLevel', 'warn'],
  )
}

async function buildOnce(
  sources: readonly string[],
  marker: string,
  name: string,
  [packageName, binary]: readonly [string, string],
  args: readonly string[],
): Promise<'built' | 'unchanged'> {
  const hash = await hashOf(sources)
  if ((await readFile(marker, 'utf8').catch(() => '')) === hash) return 'unchanged'
  const script = await packageBinary(packageName, binary)
  try {
    await run(process.execPath, [script, ...args], { cwd: repositoryRoot, timeout: TIMEOUT_MS })
  } catch (cause) {
    throw new StackError(`${name} could not be built:\n${outputOf(cause)}`, { cause })
  }
  await mkdir(dirname(marker), { recursive: true })
  await writeFile(marker, hash)
  return 'built'
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const files = await Array.fromAsync(glob(sources, { cwd: repositoryRoot }))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    hash.update(file).update(await readFile(join(repositoryRoot, file)))
  }
  return hash.digest('hex')
}

async function packageBinary(packageName: string, binary: string): Promise<string> {
  const file = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'))
  const bins =
    typeof manifest === 'object' && manifest !== null && 'bin' in manifest ? manifest.bin : {}
  const path = typeof bins === 'string' ? bins : (bins as Record<string, string>)[binary]
  if (path === undefined) throw new StackError(`${packageName} has no program ${binary}`)
  return join(dirname(file), path)
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const streams = 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : ''
  return streams.trim() === '' ? error.message : streams.trim()
}
