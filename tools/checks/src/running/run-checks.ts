import { checks } from './checks.ts'
import type { Outcome } from './outcome.ts'
import type { ProgramOptions } from './run-program.ts'

/** Runs every check and writes the result of each as it ends. */
export async function runChecks(
  options: ProgramOptions,
  write: (text: string) => void,
): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failures: [], files: [] }
  for (const check of checks) {
    if (options.signal.aborted) break
    const startedAt = performance.now()
    const output = await check.run(options).catch(String)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    write(`${output === '' ? '✓' : '✗'} ${check.name} (${seconds} s)`)
    if (output === '') outcome.passed += 1
    else {
      outcome.failures.push({ name: check.name, message: output })
      write(output)
    }
  }
  return outcome
}
