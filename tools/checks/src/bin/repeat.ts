import { type ChildProcess, spawn } from 'node:child_process'
import { StackError } from '@bullring/stack/errors'
import { parseArguments, parseCount } from '@bullring/stack/parse-arguments'
import { abortOnSignals } from '../running/abort-on-signals.ts'
import { runProgram } from '../running/run-program.ts'
import { timeRunner } from '../tests/runner-time.ts'

/**
 * `npm run test:repeat -- 10` runs `npm test` ten times in succession beside four busy loops. Exits with 1 unless every
 * run passed every test at the first attempt.
 */

const BUSY_LOOPS = 4
const COUNTS = /^(\d+) passed, (\d+) failed, (\d+) flaky/

const signal = abortOnSignals()

function readRuns(): number {
  try {
    const { positionals } = parseArguments({ allowPositionals: true }, 'npm run test:repeat -- 10')
    return parseCount('The number of runs', positionals[0] ?? '10', 1_000)
  } catch (error) {
    if (!(error instanceof StackError)) throw error
    process.stderr.write(`✗ ${error.message}\n`)
    process.exit(1)
  }
}

function startLoad(): ChildProcess[] {
  return Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);']))
}

/** Returns whether all tests passed at the first attempt. */
async function runOnce(index: number, runs: number): Promise<boolean> {
  const { result, time } = await timeRunner('npm test', { signal, env: process.env }, (options) =>
    runProgram('node', ['tools/checks/src/bin/test.ts'], options),
  )
  const last = result.output.trim().split('\n').at(-1) ?? ''
  const [, , failed, flaky] = COUNTS.exec(last) ?? []
  const isGreen = result.isSuccess && failed === '0' && flaky === '0'
  if (!isGreen) process.stdout.write(`${result.output}\n`)
  const seconds = `${time.wallSeconds.toFixed(0)} s, ${time.cpuSeconds.toFixed(0)} s of processor time`
  process.stdout.write(`${isGreen ? '✓' : '✗'} run ${index} of ${runs}: ${last} (${seconds})\n`)
  return isGreen
}

const runs = readRuns()
const load = startLoad()
const outcomes: boolean[] = []
try {
  for (let index = 1; index <= runs && !signal.aborted; index += 1) {
    outcomes.push(await runOnce(index, runs))
  }
} finally {
  for (const each of load) each.kill()
}
const green = outcomes.filter((isGreen) => isGreen).length
process.stdout.write(`${green} of ${runs} runs without a failed or flaky test\n`)
process.exit(green === runs ? 0 : 1)
