import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { InstallError } from './install-packages.mjs'
import { root } from './root.mjs'

/** Settings by which npm tells its scripts where the files of the present user are. */
const OF_USER = /^(?:HOME|npm_config_(?:cache|userconfig|init_module))$/i

/**
 * Installs as the owner of this folder, where root runs a task: the owner, who runs the service, could not replace root's
 * files.
 *
 * @param script - Program that installs alone.
 * @param task - Named in the advice.
 * @throws {InstallError} where that user cannot install.
 */
export function installAsOwner(script, task) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(root)
  const owner = uid === 0 ? '' : nameOf(uid)
  if (owner === '') return
  // Without HOME, Node and npm look it up.
  const env = Object.entries(process.env).filter(([name]) => !OF_USER.test(name))
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...script], {
    cwd: root,
    stdio: 'inherit',
    env: Object.fromEntries(env),
    uid,
    gid,
  })
  if (status === 0) return
  throw new InstallError(
    `Packages must belong to ${owner}, like this folder, and could not be installed for that user: run \`npm run ${task}\` once as ${owner} first.`,
  )
}

/** Returns the name of a user; empty for an owner without an account, as in containers. */
function nameOf(uid) {
  return spawnSync('id', ['-nu', `${uid}`], { encoding: 'utf8' }).stdout?.trim() ?? ''
}
