// Runs a project task with the required Node on a machine that only has npm and Node >= 20.19: installs
// Node 24 into this folder if the machine's Node is older, installs packages if they changed, runs the
// task and exits with its code. Imports only Node's own modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
const root = fileURLToPath(new URL('../../', import.meta.url))
const tasks = {
  start: 'tools/stack/src/bin/start.ts',
  test: 'tools/checks/src/bin/test.ts',
  check: 'tools/checks/src/bin/check.ts',
  deploy: 'contracts/scripts/deploy-market.ts',
  'deploy:names': 'contracts/scripts/deploy-names.ts',
  owner: 'contracts/scripts/owner.ts',
  cluster: 'tools/cluster/src/bin/cluster.ts',
  chaos: 'tools/cluster/src/bin/chaos.ts',
  capacity: 'tools/capacity/src/bin/capacity.ts',
  simulate: 'tools/simulate/src/bin/simulate.ts',
  release: 'tools/release/src/bin/release.ts',
}

function print(text) {
  process.stdout.write(`${text}\n`)
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** Runs this machine's npm with `node`. `npm start` sets npm_execpath to its path. */
function npm(node, args) {
  const npmScript = process.env.npm_execpath
  const isScript = npmScript !== undefined && /\.[cm]?js$/.test(npmScript)
  const [command, first] = isScript ? [node, [npmScript]] : ['npm', []]
  const result = spawnSync(command, [...first, ...args, '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment(node),
    shell: !isScript && process.platform === 'win32',
  })
  return result.status === 0
}

function environment(node) {
  const folder = dirname(node)
  return {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env.PATH ?? ''}`,
    // Headers of this Node: the machine may point to those of another version.
    npm_config_nodedir: dirname(folder),
  }
}

function bundledNode() {
  const modules = join(root, 'tools/node/node_modules')
  if (!existsSync(modules)) return undefined
  for (const name of readdirSync(modules)) {
    const binary = process.platform === 'win32' ? 'node.exe' : 'node'
    const path = join(modules, name, 'bin', binary)
    if (name.startsWith('node-') && existsSync(path)) return path
  }
  return undefined
}

function suitableNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  const present = bundledNode()
  if (present !== undefined) return present
  print(
    `• Node ${NODE_MAJOR}: this machine has ${process.versions.node}, installing Node ${NODE_MAJOR} in this folder …`,
  )
  const isInstalled = npm(process.execPath, ['ci', '--prefix', join(root, 'tools/node')])
  const node = bundledNode()
  if (isInstalled && node !== undefined) return node
  return fail(
    `Node ${NODE_MAJOR} for ${process.platform}-${process.arch} could not be installed from npm. Install Node ${NODE_MAJOR} or newer and try again.`,
  )
}

function install(node) {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stamp = createHash('sha256').update(lock).update(version).digest('hex')
  const file = join(root, 'node_modules', '.boot-stamp')
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return
  print('• packages: installing (about a minute the first time) …')
  const startedAt = Date.now()
  if (!npm(node, ['ci'])) {
    fail(
      'Installing the packages failed; see the npm output above. Check the network, then try again.',
    )
  }
  // npm puts node_modules/.bin first on PATH, so every later `npm run` uses this Node too.
  const bin = join(root, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  rmSync(join(bin, 'node'), { force: true })
  if (process.platform !== 'win32') symlinkSync(node, join(bin, 'node'))
  writeFileSync(file, stamp)
  print(`✓ packages: installed (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`)
}

function runTask(node, script, args) {
  const task = spawn(node, [join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment(node),
    // In a separate process group the task gets each signal once: from here, not also from the terminal.
    detached: process.platform !== 'win32',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => task.kill(signal))
  // If npm is killed, this process gets no signal: stop the task when the parent is gone.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) task.kill('SIGTERM')
  }, 1_000).unref()
  task.on('error', (error) => fail(`Starting the task failed: ${error.message}`))
  task.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
}

const [name, ...args] = process.argv.slice(2)
const script = tasks[name]
if (script === undefined) fail(`Unknown task "${name}". Tasks: ${Object.keys(tasks).join(', ')}`)
const node = suitableNode()
install(node)
runTask(node, script, args)
