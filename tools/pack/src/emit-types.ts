import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { runProgram } from '@bullring/checks/run-program'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { entriesOf } from './entries.ts'
import { PackError } from './errors.ts'
import {
  folderOf,
  INCLUDED,
  type Library,
  type Manifest,
  packagesFolder,
  sourceOf,
} from './workspace.ts'

const IMPORT = /(\bfrom |\bimport\(|^import )(['"])([^'"\n]+)\2/gm
const CACHE = join(repositoryRoot, 'node_modules/.cache/pack')
const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/testing']
const SOURCE_EXTENSION = /\.tsx?$/

/** A declaration file: its path in the published package, and its text. */
export type Declaration = { path: string; text: string }

/**
 * Writes the types of a library as declarations, with those of unpublished packages that they refer to.
 *
 * @returns The declarations of the entry points, by name of the entry point.
 * @throws {PackError} when the sources have type errors.
 */
export async function emitTypes(
  library: Library,
  manifest: Manifest,
  outDir: string,
): Promise<ReadonlyMap<string, Declaration>> {
  const compiled = await compileTypes(library)
  try {
    const declarations = new Map<string, Declaration>()
    const pending = entriesOf(manifest).map(({ source }) => join(folderOf(library), source))
    for (const source of pending) {
      if (declarations.has(source)) continue
      const text = await readFile(
        join(compiled, declarationOf(relative(packagesFolder, source))),
        'utf8',
      )
      const path = publishedPath(library, source)
      declarations.set(source, {
        path,
        text: text.replace(IMPORT, (whole, start: string, quote: string, specifier: string) => {
          const target = targetOf(library, source, specifier)
          if (target === null) return whole
          pending.push(target)
          return `${start}${quote}${importPath(path, publishedPath(library, target))}${quote}`
        }),
      })
    }
    for (const { path, text } of declarations.values()) {
      await mkdir(dirname(join(outDir, path)), { recursive: true })
      await writeFile(join(outDir, path), text)
    }
    return new Map(
      entriesOf(manifest).flatMap(({ name, source }) => {
        const declaration = declarations.get(join(folderOf(library), source))
        return declaration === undefined ? [] : [[name, declaration]]
      }),
    )
  } finally {
    await rm(compiled, { recursive: true })
  }
}

/** Compiles all declarations into a temporary folder, at their paths below `packages`. */
async function compileTypes(library: Library): Promise<string> {
  // Below the repository, where TypeScript finds the packages that the configuration names.
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'types-'))
  const config = join(folder, 'tsconfig.json')
  const sources = [library, ...INCLUDED].map((name) => join(folderOf(name), 'src'))
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true },
    ...{ rootDir: packagesFolder, outDir: folder },
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

/** Returns the source file that an import of `source` names; null outside of this repository. */
function targetOf(library: Library, source: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(source), specifier)
  return sourceOf(library, specifier)
}

function declarationOf(source: string): string {
  return source.replace(SOURCE_EXTENSION, '.d.ts')
}

/** Of the library itself: `types/<path>`; of an unpublished package: `types/<package>/<path>`. */
function publishedPath(library: Library, source: string): string {
  const [name = '', , ...rest] = relative(packagesFolder, source).split('/')
  return join('types', name === library ? '' : name, declarationOf(rest.join('/')))
}

function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to).replace(/\.d\.ts$/, '.js')
  return path.startsWith('.') ? path : `./${path}`
}
