import { dirname, join, relative } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { productManifests } from './product-manifests.ts'
import { readSources } from './read-sources.ts'
import { SOURCE_FOLDERS } from './source-folders.ts'

/**
 * The workspaces of other products that the code of a product imports, besides those of `base`: an API, a package, what runs on the
 * chain.
 */
const BORDERS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['wallet/api'],
  base: ['game/rules'],
  contracts: ['game/rules'],
  game: [
    'accounts/api',
    'accounts/safe',
    'login/api',
    'wallet/api',
    'wallet/kit',
    'walletconnect/client',
  ],
  lab: ['game/rules', 'stack'],
  login: [
    'accounts/api',
    'accounts/client',
    'accounts/safe',
    'game/rules',
    'wallet/api',
    'wallet/kit',
  ],
  // `npm run setup` and `npm run doctor` check settings by the schemas of the services that read them.
  stack: [
    'accounts/bundler',
    'accounts/safe',
    'contracts',
    'game/rules',
    'game/service',
    'login/api',
    'login/custody',
    'login/server',
    'login/vault',
    'wallet/service',
    'walletconnect/relay',
  ],
  // Releases keep the tables of each service, and the settings' reference is written from their declarations.
  tools: [
    'accounts/bundler',
    'game/service',
    'login/custody',
    'login/vault',
    'stack',
    'wallet/service',
    'walletconnect/relay',
  ],
  wallet: ['accounts/api', 'accounts/client', 'accounts/safe', 'game/api', 'login/api'],
  walletconnect: ['game/api'],
}

/** Tests use whatever they test with: stacks, contracts, other services. */
const TEST = /^e2e\/|\.test\.tsx?$|\/(?:bench|chaos|example|testing)\//
const IMPORT = /(?:\bfrom|\bimport\(|^import)\s*(['"])(?<specifier>[^'"\n]+)\1/gm

/** An import of a file. Paths are relative to the repository. */
export type Import = { file: string; specifier: string }

/** Folders of the workspaces, by the names of their packages. */
export type Workspaces = ReadonlyMap<string, string>

/** Returns the imports of this repository that cross a border, and the packages that open every file to the others. */
export async function importBorders(): Promise<readonly string[]> {
  const { manifests } = await productManifests(repositoryRoot)
  const workspaces = new Map(manifests.map(({ name, folder }) => [name, folder]))
  const sources = await readSources([`${SOURCE_FOLDERS}/**/*.{ts,tsx}`])
  const open = manifests.flatMap(({ folder, entries }) =>
    entries.some((entry) => entry.includes('*'))
      ? [`${folder}/package.json exports a pattern`]
      : [],
  )
  const crossing = sources.flatMap(({ file, text }) =>
    specifiersIn(text).flatMap((specifier) => borderProblem({ file, specifier }, workspaces) ?? []),
  )
  return [...open, ...crossing]
}

/** Returns the specifiers of the imports of a module. */
export function specifiersIn(source: string): readonly string[] {
  return Array.from(source.matchAll(IMPORT), ({ groups }) => groups?.['specifier'] ?? '')
}

/** Returns why an import crosses a border, or null: relative ones stay in their workspace, packages are in {@link BORDERS}. */
export function borderProblem({ file, specifier }: Import, workspaces: Workspaces): string | null {
  const own = workspaceOf(file, workspaces)
  if (specifier.startsWith('.')) {
    const leaves = relative(own, join(dirname(file), specifier)).startsWith('..')
    return leaves ? `${file} imports ${specifier}, not a package by its name` : null
  }
  const target = workspaces.get(specifier.split('/').slice(0, 2).join('/'))
  if (target === undefined || TEST.test(file)) return null
  const product = productOf(own)
  const isAllowed =
    productOf(target) === product ||
    productOf(target) === 'base' ||
    BORDERS[product]?.includes(target) === true
  return isAllowed ? null : `${file} imports ${specifier}: ${product} may not import ${target}`
}

function workspaceOf(file: string, workspaces: Workspaces): string {
  return (
    [...workspaces.values()].find((folder) => folder !== '' && file.startsWith(`${folder}/`)) ?? ''
  )
}

function productOf(workspace: string): string {
  return workspace.split('/')[0] ?? ''
}
