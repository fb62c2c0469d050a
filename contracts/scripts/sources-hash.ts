import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['contracts/src/**/*.sol', 'contracts/scripts/solc.mjs', 'foundry.toml']

/** Packages that are compiled, or that compile. */
const PACKAGES = ['@openzeppelin/contracts', '@foundry-rs/forge', 'solc']

type Lockfile = { packages: Readonly<Record<string, { integrity?: string }>> }

/** Returns a hash of all that decides what the compiler makes of the contracts in a checkout. */
export function sourcesHash(root: string): string {
  const hash = createHash('sha256')
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  // Windows has other separators.
  const files = globSync(SOURCES, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  for (const file of files.toSorted()) hash.update(file).update(read(file))
  const { packages } = JSON.parse(read('package-lock.json')) as Lockfile
  for (const name of PACKAGES) {
    hash.update(name).update(packages[`node_modules/${name}`]?.integrity ?? '')
  }
  return hash.digest('hex')
}
