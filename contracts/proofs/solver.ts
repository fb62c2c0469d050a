import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const INSTALL_SCRIPT = join(ROOT, 'stack/boot/install-tool.mjs')
const INSTALL_TIMEOUT_MS = 10 * 60_000
const PROGRAM = join(ROOT, 'tools/solver/solve.mjs')

export type Solver = {
  /**
   * Returns whether the assertions of a script in SMT-LIB can hold together: `unsat`, `unknown`, or `sat` with an example.
   *
   * @throws When the solver ended, for example because of a syntax error, which it prints.
   */
  check(script: string): Promise<string>
} & Disposable

/** Starts Z3, which is installed on first use in a separate folder with its own lockfile. */
export async function startSolver(): Promise<Solver> {
  await run(process.execPath, [INSTALL_SCRIPT, 'solver'], { timeout: INSTALL_TIMEOUT_MS })
  const program = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  const outputs = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  return {
    async check(script) {
      program.stdin.write(`${JSON.stringify(script)}\n`)
      const { value, done } = await outputs.next()
      if (done) throw new Error('The solver ended.')
      return JSON.parse(value)
    },
    [Symbol.dispose]() {
      program.stdin.end()
    },
  }
}
