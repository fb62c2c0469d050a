// Runs a task of the project with the Node it needs, on a machine that has only some Node >= 20.19 and
// npm: brings Node 24 when the machine's is older, installs the packages when they changed, starts the
// task, hands on its end. Uses nothing but Node itself.
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
}

function say(text) {
  process.stdout.write(`${text}\n`)
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** npm of this machine, run by `node`; `npm start` says where it is. */
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
    // Headers of the Node in use: the machine may have set those of another.
    npm_config_nodedir: dirname(folder),
  }
}

function broughtNode() {
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
  const present = broughtNode()
  if (present !== undefined) return present
  say(
    `• Node ${NODE_MAJOR}: this machine has ${process.versions.node}, bringing one for this folder …`,
  )
  const arrived = npm(process.execPath, ['ci', '--prefix', join(root, 'tools/node')])
  const node = broughtNode()
  if (arrived && node !== undefined) return node
  return fail(
    `Node ${NODE_MAJOR} could not be brought from npm for ${process.platform}-${process.arch}. Install Node ${NODE_MAJOR} or newer and try again.`,
  )
}

function install(node) {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stamp = createHash('sha256').update(lock).update(version).digest('hex')
  const file = join(root, 'node_modules', '.boot-stamp')
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return
  say('• packages: installing (about a minute the first time) …')
  const startedAt = Date.now()
  if (!npm(node, ['ci'])) {
    fail(
      'The packages could not be installed: npm said why above. Check the network, then try again.',
    )
  }
  // npm puts node_modules/.bin first on PATH, so every later `npm run` uses this Node too.
  const bin = join(root, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  rmSync(join(bin, 'node'), { force: true })
  if (process.platform !== 'win32') symlinkSync(node, join(bin, 'node'))
  writeFileSync(file, stamp)
  say(`✓ packages: installed (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`)
}

function runTask(node, script, args) {
  const task = spawn(node, [join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment(node),
    // In a process group of its own the task gets each signal once, from here, not from the terminal too.
    detached: process.platform !== 'win32',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => task.kill(signal))
  // A killed npm leaves this process behind: the task must end with it all the same.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) task.kill('SIGTERM')
  }, 1_000).unref()
  task.on('error', (error) => fail(`The task could not be started: ${error.message}`))
  task.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
}

const [name, ...args] = process.argv.slice(2)
const script = tasks[name]
if (script === undefined) fail(`Unknown task "${name}": ${Object.keys(tasks).join(', ')}`)
const node = suitableNode()
install(node)
runTask(node, script, args)
