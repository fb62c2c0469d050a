import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

const GENERATED = /(?:^|\/)(?:node_modules|dist|out|cache|artifacts)\//

/** A file by its path in the repository. */
export type Source = { file: string; text: string }

/** Finds the files of the repository that match one of the globs, except generated ones. */
export async function findSources(patterns: readonly string[]): Promise<readonly string[]> {
  const options = { cwd: repositoryRoot, exclude: ['**/node_modules/**'] }
  const files = await Array.fromAsync(glob(patterns, options))
  return files.filter((file) => !GENERATED.test(file))
}

/** Finds and reads them. */
export async function readSources(patterns: readonly string[]): Promise<readonly Source[]> {
  const files = await findSources(patterns)
  return await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(repositoryRoot, file), 'utf8') })),
  )
}
