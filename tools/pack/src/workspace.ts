import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import * as z from 'zod/mini'
import { PackError } from './errors.ts'

const Versions = z.optional(z.record(z.string(), z.string()))

/** What a package.json of this repository says, as far as publishing it needs. */
export const Manifest = z.object({
  name: z.string(),
  version: z.optional(z.string()),
  description: z.optional(z.string()),
  license: z.optional(z.string()),
  sideEffects: z.optional(z.union([z.boolean(), z.array(z.string())])),
  exports: z.record(z.string(), z.string()),
  dependencies: Versions,
  peerDependencies: Versions,
  peerDependenciesMeta: z.optional(z.record(z.string(), z.object({ optional: z.boolean() }))),
})
/** @see Manifest */
export type Manifest = z.infer<typeof Manifest>

/** The libraries of this repository, each packed with `npm pack` in its folder. */
export const LIBRARIES = ['walletconnect', 'wallet-kit'] as const
/** One of {@link LIBRARIES}. */
export type Library = (typeof LIBRARIES)[number]

/** Packages of this repository that are not published: a library contains what it uses of them. */
export const INCLUDED = ['errors', 'wire'] as const

/** The folder with all packages. */
export const packagesFolder = join(repositoryRoot, 'packages')

/** Returns the folder of a package. */
export function folderOf(name: string): string {
  return join(packagesFolder, name)
}

/** Reads the package.json of a package. */
export async function readManifest(name: string): Promise<Manifest> {
  return Manifest.parse(JSON.parse(await readFile(join(folderOf(name), 'package.json'), 'utf8')))
}

/** Returns the source file of an import within this repository; null for imports of other packages. */
export function sourceOf(library: Library, specifier: string): string | null {
  if (specifier.startsWith('#')) return join(folderOf(library), 'src', specifier.slice(1))
  const [, name = '', path = ''] = /^@bullring\/([\w-]+)\/(.+)$/.exec(specifier) ?? []
  return INCLUDED.some((included) => included === name)
    ? join(folderOf(name), 'src', `${path}.ts`)
    : null
}

/**
 * Returns the library in a folder.
 *
 * @throws {PackError} when there is none.
 */
export function libraryIn(folder: string): Library {
  const library = LIBRARIES.find((name) => folderOf(name) === folder)
  if (library === undefined) throw new PackError(`${folder} is not the folder of a library`)
  return library
}
