import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreignSettings } from './foreign-settings.mjs'
import { lockInstallation } from './lock-installation.mjs'
import { missingPackages } from './missing-packages.mjs'
import { root } from './root.mjs'
import { runNpm } from './run-npm.mjs'

/** Packages could not be installed; the message says why and what to do. */
export class InstallError extends Error {
  name = 'InstallError'
}

/**
 * Installs the locked packages of a folder, unless they are complete: npm may have been killed, or left packages out.
 *
 * @param node - Program and version of the Node that the packages are for.
 * @param report - Called with lines for the user.
 * @param prepare - Runs before npm.
 * @param finish - Runs after npm, before the installation counts as complete.
 * @throws {InstallError}
 */
export async function installPackages(options) {
  const { folder, node, title, report, prepare = () => {}, finish = () => {} } = options
  const lockfile = readFileSync(join(folder, 'package-lock.json'))
  const stamp = createHash('sha256').update(lockfile).update(node.version).digest('hex')
  if (isInstalled(folder, stamp)) return
  const release = await lockInstallation(root, () =>
    report(`• ${title}: waiting for another start that installs in this folder …`),
  )
  try {
    if (isInstalled(folder, stamp)) return
    report(`• ${title}: installing (about a minute the first time) …`)
    const startedAt = Date.now()
    removeStamp(folder)
    prepare()
    await install(folder, node.path)
    await finish()
    writeFileSync(stampFile(folder), stamp)
    report(`✓ ${title}: installed (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`)
  } finally {
    release()
  }
}

async function install(folder, node) {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const hasScripts = Object.values(allowScripts).includes(true)
  const { code } = await runNpm(node, folder, ['ci', `--ignore-scripts=${!hasScripts}`])
  const missing = code === 0 ? missingPackages(folder) : []
  if (code === 0 && missing.length === 0) return
  const problem =
    code === 0
      ? `npm left out ${missing.length} of the packages: ${missing.slice(0, 5).join(', ')}.`
      : 'Installing the packages failed; see the npm output above. Check the network.'
  throw new InstallError(`${problem}${await adviceOnSettings(node, folder)} Then try again.`)
}

async function adviceOnSettings(node, folder) {
  const settings = await foreignSettings(node, folder)
  if (settings.length === 0) return ''
  return ` If npm's settings cause this, change them: ${settings.join(', ')}.`
}

function isInstalled(folder, stamp) {
  const file = stampFile(folder)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== stamp) return false
  return missingPackages(folder).length === 0
}

/** Lets the next start install the packages of `folder` again. */
export function removeStamp(folder) {
  rmSync(stampFile(folder), { force: true })
}

function stampFile(folder) {
  return join(folder, 'node_modules/.boot-stamp')
}
