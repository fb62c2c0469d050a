import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@bullring/stack/repository-root'

const BENCH = join(repositoryRoot, 'wallet/kit/bench')
const VITE = join(repositoryRoot, 'node_modules/vite/bin/vite.js')

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; isEntry?: boolean }
type Manifest = Readonly<Record<string, Chunk>>

/** A production build and where it is. */
export type BenchBuild = { manifest: Manifest; folder: string }

/** Builds one of the kit's bench pages; `bare` is a page with React and wagmi and without a kit. */
export function buildBenchPage(
  page: 'bare' | 'with-kit' | 'with-embedded-wallet',
): Promise<BenchBuild> {
  return buildForBench(page, BENCH, ['--config', join(BENCH, 'vite.config.ts'), '--mode', page])
}

/** Builds the pages of a folder with a manifest of their chunks. */
export async function buildForBench(
  name: string,
  root: string,
  flags: readonly string[],
): Promise<BenchBuild> {
  const folder = join(repositoryRoot, 'artifacts', `bench-${name}`)
  const output = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const options = { cwd: root }
  await promisify(execFile)(process.execPath, [VITE, 'build', root, ...flags, ...output], options)
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8')
  return { manifest: JSON.parse(text) as Manifest, folder }
}

/** Returns the key of a build's entry. */
export function entryOf({ manifest }: BenchBuild): string {
  const entry = Object.entries(manifest).find(([, { isEntry }]) => isEntry === true)
  if (entry === undefined) throw new Error('The build has no entry')
  return entry[0]
}
