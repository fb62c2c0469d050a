import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from './environment.mjs'
import { root } from './root.mjs'

/** Node keeps compiled code here, which the services of the next start load in half the time. */
const COMPILE_CACHE = join(root, 'artifacts/compile-cache')

/** Runs a program with `node` and exits with its code. */
export function runTask(node, script, args) {
  const task = spawn(node, [script, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // As for services: stack/src/processes/child.ts.
    env: { MALLOC_ARENA_MAX: '2', ...compileCache(), ...environment(node) },
    // In a separate process group the task gets each signal once: from here, not also from the terminal.
    detached: process.platform !== 'win32',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => task.kill(signal))
  // If npm is killed, this process gets no signal: stop the task when the parent is gone.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) task.kill('SIGTERM')
  }, 1_000).unref()
  task.on('error', (error) => {
    process.stderr.write(`Starting the task failed: ${error.message}\n`)
    process.exit(1)
  })
  task.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
}

/** In the folder of another user, root would leave files that this user cannot replace. */
function compileCache() {
  const isOurs = process.getuid === undefined || statSync(root).uid === process.getuid()
  return isOurs ? { NODE_COMPILE_CACHE: COMPILE_CACHE } : {}
}
