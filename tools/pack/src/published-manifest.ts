import { entriesOf } from './entries.ts'
import { PackError } from './errors.ts'
import type { Manifest } from './workspace.ts'

type Versions = Readonly<Record<string, string>>

/** The files behind an import: types and code. */
type ExportTarget = { types: string; default: string }

/** The package.json of a published library. */
export type PublishedManifest = Pick<
  Manifest,
  'name' | 'version' | 'description' | 'license' | 'sideEffects' | 'peerDependenciesMeta'
> & {
  type: 'module'
  files: readonly string[]
  exports: Readonly<Record<string, ExportTarget | string>>
  dependencies: Versions
  peerDependencies: Versions
  bin?: Versions
}

/**
 * Returns the package.json of a published library: entry points name compiled files, and later compatible versions of packages are
 * accepted. Without scripts, development dependencies and names of unpublished packages.
 *
 * @param imported - The packages that the compiled modules import.
 * @param included - The manifests of the unpublished packages of which the library contains a part.
 * @param types - The declaration file of each entry point.
 * @throws {PackError} when the library imports a package that it does not declare.
 */
export function publishedManifest(
  manifest: Manifest,
  imported: ReadonlySet<string>,
  included: readonly Manifest[],
  types: ReadonlyMap<string, string>,
): PublishedManifest {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta } = manifest
  const known = Object.assign({}, ...included.map((one) => one.dependencies), dependencies)
  const missing = [...imported].filter((name) => !(name in known) && !(name in peerDependencies))
  if (missing.length > 0)
    throw new PackError(`${manifest.name} imports ${missing.join(', ')} without a dependency on it`)
  return {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    license: manifest.license,
    type: 'module',
    sideEffects: manifest.sideEffects,
    files: ['dist', 'example/*.mjs', '*.md'],
    exports: {
      ...Object.fromEntries(
        entriesOf(manifest).map(({ name }) => [
          `./${name}`,
          { types: `./dist/${types.get(name)}`, default: `./dist/${name}.js` },
        ]),
      ),
      './package.json': './package.json',
    },
    ...(manifest.bin && { bin: programs(manifest.bin, manifest) }),
    dependencies: compatible(known, (name) => imported.has(name) && !(name in peerDependencies)),
    peerDependencies: compatible(peerDependencies, () => true),
    ...(peerDependenciesMeta && { peerDependenciesMeta }),
  }
}

/** Returns the compiled file of each program. */
function programs(bin: Versions, manifest: Manifest): Versions {
  const entries = entriesOf(manifest)
  return Object.fromEntries(
    Object.entries(bin).flatMap(([name, file]) => {
      const entry = entries.find(({ source }) => source === file)
      return entry === undefined ? [] : [[name, `./dist/${entry.name}.js`]]
    }),
  )
}

/** Lets exact versions accept later compatible ones. */
function compatible(versions: Versions, isUsed: (name: string) => boolean): Versions {
  return Object.fromEntries(
    Object.entries(versions)
      .filter(([name]) => isUsed(name))
      .map(([name, version]) => [name, version.replace(/^(?=\d)/, '^')]),
  )
}
