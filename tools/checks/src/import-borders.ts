import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { productManifests } from './product-manifests.ts'

const GENERATED = /(?:^|\/)(?:node_modules|dist|out|cache|artifacts)\//
const IMPORT = /(?:\bfrom|\bimport\(|^import)\s*(['"])(?<specifier>[^'"\n]+)\1/gm

/** Returns the imports that cross a border: another workspace is imported by its package name. */
export async function importBorders(): Promise<readonly string[]> {
  const { manifests } = await productManifests(repositoryRoot)
  const found = await Promise.all(
    manifests.map(async ({ folder }) => (folder === '' ? [] : relativeImportsOut(folder))),
  )
  return found.flat()
}

async function relativeImportsOut(workspace: string): Promise<readonly string[]> {
  const cwd = join(repositoryRoot, workspace)
  const files = await Array.fromAsync(
    glob('**/*.{ts,tsx}', { cwd, exclude: ['**/node_modules/**'] }),
  )
  const found = await Promise.all(
    files
      .filter((file) => !GENERATED.test(file))
      .map(async (file) => {
        const text = await readFile(join(cwd, file), 'utf8')
        return specifiersIn(text)
          .filter((specifier) => leaves(file, specifier))
          .map(
            (specifier) => `${workspace}/${file} imports ${specifier}, not a package by its name`,
          )
      }),
  )
  return found.flat()
}

/** Returns what a module imports. */
export function specifiersIn(source: string): readonly string[] {
  return Array.from(source.matchAll(IMPORT), ({ groups }) => groups?.['specifier'] ?? '')
}

/** Whether a relative import leaves the folder that the path of its file is relative to. */
export function leaves(file: string, specifier: string): boolean {
  return specifier.startsWith('.') && relative('', join(dirname(file), specifier)).startsWith('..')
}
