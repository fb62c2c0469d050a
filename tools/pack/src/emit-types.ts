import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { runProgram } from '@bullring/checks/run-program'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { entriesOf } from './entries.ts'
import { PackError } from './errors.ts'
import {
  folderOf,
  INCLUDED,
  type Included,
  type Library,
  type Manifest,
  sourceOf,
} from './workspace.ts'

const IMPORT = /(\bfrom |\bimport\(|^import )(['"])([^'"\n]+)\2/gm
const CACHE = join(repositoryRoot, 'node_modules/.cache/pack')
const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/testing']
const SOURCE_EXTENSION = /\.tsx?$/

/** The types of a library: declaration files by path in the published package, and which of them is which entry point. */
export type Declarations = {
  files: ReadonlyMap<string, string>
  /** Paths by name of the entry point. */
  entries: ReadonlyMap<string, string>
}

/**
 * Compiles the types of a library to declarations, with the types of unpublished packages that they refer to.
 *
 * @throws {PackError} when the sources have type errors.
 */
export async function emitTypes(library: Library, manifest: Manifest): Promise<Declarations> {
  const compiled = await compileTypes(library)
  try {
    const entries = entriesOf(manifest).map(
      ({ name, source }) => [name, join(folderOf(library), source)] as const,
    )
    const files = new Map<string, string>()
    const pending = entries.map(([, source]) => source)
    for (const source of pending) {
      const path = publishedPath(library, source)
      if (files.has(path)) continue
      const file = join(compiled, declarationOf(relative(repositoryRoot, source)))
      const { text, imported } = withPublishedPaths(library, source, await readFile(file, 'utf8'))
      files.set(path, text)
      pending.push(...imported)
    }
    return {
      files,
      entries: new Map(entries.map(([name, source]) => [name, publishedPath(library, source)])),
    }
  } finally {
    await rm(compiled, { recursive: true })
  }
}

/** Rewrites the imports of a declaration file, and returns the sources that it imports. */
function withPublishedPaths(library: Library, source: string, declaration: string) {
  const imported: string[] = []
  const path = publishedPath(library, source)
  const text = declaration.replace(
    IMPORT,
    (whole, start: string, quote: string, specifier: string) => {
      const target = targetOf(library, source, specifier)
      if (target === null) return whole
      imported.push(target)
      return `${start}${quote}${importPath(path, publishedPath(library, target))}${quote}`
    },
  )
  return { text, imported }
}

/** Compiles all declarations into a temporary folder, at their paths below the root. */
async function compileTypes(library: Library): Promise<string> {
  // Below the repository, where TypeScript finds the packages that the configuration names.
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'types-'))
  const config = join(folder, 'tsconfig.json')
  const sources = [library, ...INCLUDED].map(sourcesOf)
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: repositoryRoot,
    outDir: folder,
  }
  const text = {
    extends: join(folderOf(library), 'tsconfig.json'),
    compilerOptions,
    include: sources,
    exclude: sources.flatMap((path) => TESTS.map((pattern) => join(path, pattern))),
  }
  await writeFile(config, JSON.stringify(text))
  const signal = new AbortController().signal
  const { isSuccess, output } = await runProgram('tsc', ['-p', config], { signal })
  if (isSuccess) return folder
  await rm(folder, { recursive: true })
  throw new PackError(`The types of ${library} do not compile:\n${output}`)
}

/** Returns the source file that an import of `source` names, or null outside of this repository. */
function targetOf(library: Library, source: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(source), specifier)
  return sourceOf(library, specifier)
}

function sourcesOf(name: Library | Included): string {
  return join(folderOf(name), 'src/')
}

function declarationOf(source: string): string {
  return source.replace(SOURCE_EXTENSION, '.d.ts')
}

/** Returns `types/<path>` for the library itself, and `types/<package>/<path>` for an unpublished package. */
function publishedPath(library: Library, source: string): string {
  const name = [library, ...INCLUDED].find((name) => source.startsWith(sourcesOf(name)))
  if (name === undefined) throw new PackError(`${source} is in no package of ${library}`)
  const path = declarationOf(source.slice(sourcesOf(name).length))
  return join('types', name === library ? '' : name, path)
}

function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to).replace(/\.d\.ts$/, '.js')
  return path.startsWith('.') ? path : `./${path}`
}
