import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../bin/clean-up.ts', import.meta.url))

/** Cleans up after this process, even when it is killed. */
export type CleanUp = {
  /** Notes a process that does not name the folder in its command line. */
  addProcess: (pid: number) => void
  /** Cleans up now. Resolves when nothing is left. */
  finish: () => Promise<void>
}

/** Starts a process that, once this one is gone, ends all programs that name `folder`, and removes it. */
export function startCleanUp(folder: string): CleanUp {
  const child = spawn(process.execPath, [PROGRAM, folder], {
    // Ctrl-C in the terminal must not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {},
  })
  child.stdin.on('error', () => undefined)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    addProcess: (pid) => child.stdin.write(`${pid}\n`),
    finish: async () => {
      child.stdin.end()
      await exited
    },
  }
}
