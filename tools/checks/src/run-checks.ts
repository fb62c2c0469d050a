import { checks } from './checks.ts'
import type { ProgramOptions } from './run-program.ts'
import type { Tally } from './tally.ts'

/** Runs every check and writes the result of each as it ends. */
export async function runChecks(
  options: ProgramOptions,
  write: (text: string) => void,
): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const check of checks) {
    if (options.signal.aborted) break
    const startedAt = performance.now()
    const output = await check.run(options).catch(String)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    write(`${output === '' ? '✓' : '✗'} ${check.name} (${seconds} s)`)
    if (output === '') tally.passed += 1
    else {
      tally.failed += 1
      write(output)
    }
  }
  return tally
}
