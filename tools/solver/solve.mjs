// Runs Z3: reads scripts of declarations and assertions in SMT-LIB from standard input, each as a line of JSON, and writes for each whether
// the assertions can hold together: `unsat`, `unknown`, or `sat` with an example in the lines after it.
import { createInterface } from 'node:readline'
import { init } from 'z3-solver'

/** Work per script in Z3's own unit, which does not depend on the machine: at least 10 times the work of the hardest lemma. */
const WORK_LIMIT = 3_000_000

const { Context, em } = await init()
const { Solver } = new Context('proofs')
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await check(JSON.parse(line)))}\n`)
}
// The threads of the WebAssembly build would keep this process alive.
em.PThread.terminateAllThreads()

/** Parses here, not with `eval_smtlib2_string`, which frees the script while a thread still reads it (z3-solver 5.2.0). */
async function check(script) {
  const solver = new Solver()
  solver.set('rlimit', WORK_LIMIT)
  solver.fromString(script)
  const result = await solver.check()
  return result === 'sat' ? `sat ${solver.model()}` : result
}
