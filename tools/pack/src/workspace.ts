import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import * as z from 'zod/mini'
import { PackError } from './errors.ts'

const Versions = z.optional(z.record(z.string(), z.string()))

/** The fields of a package.json that publishing needs. */
export const Manifest = z.object({
  name: z.string(),
  version: z.optional(z.string()),
  description: z.optional(z.string()),
  license: z.optional(z.string()),
  sideEffects: z.optional(z.union([z.boolean(), z.array(z.string())])),
  exports: z.record(z.string(), z.string()),
  /** Sources of programs, each of which is an entry point too. */
  bin: Versions,
  dependencies: Versions,
  peerDependencies: Versions,
  peerDependenciesMeta: z.optional(z.record(z.string(), z.object({ optional: z.boolean() }))),
})
export type Manifest = z.infer<typeof Manifest>

const LIBRARY_FOLDERS = {
  walletconnect: 'walletconnect/client',
  'wallet-kit': 'wallet/kit',
  client: 'game/client',
  bot: 'game/bot',
} as const

/** One of the libraries of this repository, each packed with `npm pack` in its folder. */
export type Library = keyof typeof LIBRARY_FOLDERS
/** All libraries. */
export const LIBRARIES = Object.keys(LIBRARY_FOLDERS) as readonly Library[]

const INCLUDED_FOLDERS = {
  errors: 'base/errors',
  wire: 'base/wire',
  'accounts-api': 'accounts/api',
  client: 'game/client',
  'game-api': 'game/api',
  'login-api': 'login/api',
  prediction: 'game/rules',
  'smart-account': 'accounts/safe',
  'wallet-api': 'wallet/api',
} as const

/** A package of this repository that is not published: a library contains the parts that it uses. */
export type Included = keyof typeof INCLUDED_FOLDERS
/** All libraries. */
export const INCLUDED = Object.keys(INCLUDED_FOLDERS) as readonly Included[]

/** Returns the folder of a package. */
export function folderOf(name: Library | Included): string {
  return join(repositoryRoot, { ...LIBRARY_FOLDERS, ...INCLUDED_FOLDERS }[name])
}

/** Reads the package.json of a package. */
export function readManifest(name: Library | Included): Manifest {
  return Manifest.parse(JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')))
}

/** Returns the source file of an import within this repository, or null for imports of other packages. */
export function sourceOf(library: Library, specifier: string): string | null {
  if (specifier.startsWith('#')) return join(folderOf(library), 'src', specifier.slice(1))
  const [, name = '', path = ''] = /^@bullring\/([\w-]+)\/(.+)$/.exec(specifier) ?? []
  const included = INCLUDED.find((candidate) => candidate === name)
  if (included === undefined) return null
  const source = readManifest(included).exports[`./${path}`]
  if (source === undefined) throw new PackError(`${specifier} is no entry of its package`)
  return join(folderOf(included), source)
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
