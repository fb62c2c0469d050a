import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreignSettings } from './foreign-settings.mjs'
import { lockInstallation } from './lock-installation.mjs'
import { missingPackages } from './missing-packages.mjs'
import { root } from './root.mjs'
import { runNpm } from './run-npm.mjs'

/** What an installation consists of: what operators run, or what tests and checks use too. */
const PRODUCT = 'product'
const EVERYTHING = 'everything'

/** `include` names what npm must not leave out, which our setting of it extends to development. */
const WITHOUT_DEVELOPMENT = ['--include=optional', '--include=peer', '--omit=dev']

/** npm's commands: to install from nothing, and to add what is missing. Both obey the lockfile and leave it as it is. */
const REPLACE = ['ci']
const ADD = ['install', '--no-save']

/** Packages could not be installed; the message says why and what to do. */
export class InstallError extends Error {
  name = 'InstallError'
}

/**
 * Installs the locked packages of a folder, unless they are complete: npm may have been killed, or left packages out.
 *
 * @param isProduct - Without the packages for development. They stay where they are installed.
 * @param node - Program and version of the Node that the packages are for.
 * @param report - Called with lines for the user.
 * @param prepare - Runs before npm.
 * @param finish - Runs after npm, before the installation counts as complete.
 * @throws {InstallError}
 */
export async function installPackages(options) {
  const { folder, node, title, report, isProduct, prepare = () => {}, finish = () => {} } = options
  const lockfile = readFileSync(join(folder, 'package-lock.json'))
  const hash = createHash('sha256').update(lockfile).update(node.version).digest('hex')
  const isComplete = () => isInstalled(folder, hash, isProduct)
  if (isComplete()) return
  const release = await lockInstallation(root, () =>
    report(`• ${title}: waiting for another start that installs in this folder …`),
  )
  try {
    if (isComplete()) return
    const scope = isProduct && readStamp(folder).scope !== EVERYTHING ? PRODUCT : EVERYTHING
    // What is installed stays: a product that runs beside this uses it.
    const command = isInstalled(folder, hash, true) ? ADD : REPLACE
    report(`• ${title}: installing (about a minute the first time) …`)
    const startedAt = Date.now()
    removeStamp(folder)
    prepare()
    await install(folder, node.path, scope, command)
    await finish()
    writeFileSync(stampFile(folder), `${hash} ${scope}`)
    report(`✓ ${title}: installed (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`)
  } finally {
    release()
  }
}

async function install(folder, node, scope, command) {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const hasScripts = Object.values(allowScripts).includes(true)
  const parts = scope === PRODUCT ? WITHOUT_DEVELOPMENT : []
  const args = [...command, `--ignore-scripts=${!hasScripts}`, ...parts]
  const { code } = await runNpm(node, folder, args)
  const missing = code === 0 ? missingPackages(folder, scope === PRODUCT) : []
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

function isInstalled(folder, hash, isProduct) {
  const stamp = readStamp(folder)
  if (stamp.hash !== hash || (stamp.scope === PRODUCT && !isProduct)) return false
  return missingPackages(folder, stamp.scope === PRODUCT).length === 0
}

/** Reads which lockfile and Node the packages are from, and which of them; no fields where none are complete. */
function readStamp(folder) {
  const file = stampFile(folder)
  if (!existsSync(file)) return {}
  const [hash, scope] = readFileSync(file, 'utf8').split(' ')
  return { hash, scope }
}

/** Lets the next start install the packages of `folder` again. */
export function removeStamp(folder) {
  rmSync(stampFile(folder), { force: true })
}

function stampFile(folder) {
  return join(folder, 'node_modules/.boot-stamp')
}
