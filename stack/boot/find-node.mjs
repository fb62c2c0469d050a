import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from './environment.mjs'
import { InstallError, installPackages, removeStamp } from './install-packages.mjs'
import { linkNode } from './link-node.mjs'
import { root } from './root.mjs'

const NODE_MAJOR = 24
const PROBE_TIMEOUT_MS = 30_000
const folder = join(root, 'tools/node')

/**
 * Returns program and version of a Node for the tasks: this machine's, or one that it installs in this folder.
 *
 * @param report - Called with lines for the user.
 * @throws {InstallError} where npm has none for this machine.
 */
export async function findNode(report) {
  const own = { path: process.execPath, version: process.version }
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return own
  await installPackages({
    folder,
    node: own,
    title: `Node ${NODE_MAJOR} (this machine has ${process.versions.node})`,
    report,
    // The next start must not run with a half-installed Node: without the link, the packages are incomplete.
    prepare: () => {
      linkNode(null)
      removeStamp(root)
    },
    finish: () => {
      rmSync(headersOf(requireBundledNode().path), { recursive: true, force: true })
    },
  })
  return requireBundledNode()
}

function requireBundledNode() {
  const path = bundledNode()
  const version = path === undefined ? '' : versionOf(path)
  if (version !== '') return { path, version }
  throw new InstallError(
    `npm has no Node ${NODE_MAJOR} that runs on this machine (${process.platform}-${process.arch}). Install Node ${NODE_MAJOR} or newer and try again.`,
  )
}

/** Returns the folder of the headers, half as large as Node: only compilers of native packages need them, and we have none. */
function headersOf(node) {
  return join(node, '../../include')
}

function bundledNode() {
  const modules = join(folder, 'node_modules')
  const binary = process.platform === 'win32' ? 'node.exe' : 'node'
  return readdirSync(modules)
    .filter((name) => name.startsWith('node-'))
    .map((name) => join(modules, name, 'bin', binary))
    .find(existsSync)
}

function versionOf(path) {
  const { NODE_OPTIONS: _, ...env } = environment(path)
  const result = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    env,
    timeout: PROBE_TIMEOUT_MS,
  })
  return result.status === 0 ? result.stdout.trim() : ''
}
