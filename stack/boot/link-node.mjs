import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Links a Node into node_modules/.bin, which npm puts first on the PATH: every `npm run` uses it then.
 *
 * @param node - Its path; null to remove the link.
 */
export function linkNode(node) {
  if (process.platform === 'win32') return
  const bin = join(root, 'node_modules/.bin')
  rmSync(join(bin, 'node'), { force: true })
  if (node === null) return
  mkdirSync(bin, { recursive: true })
  symlinkSync(node, join(bin, 'node'))
}
