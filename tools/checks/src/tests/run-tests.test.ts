import { expect, test } from 'vitest'
import type { Failure } from '../running/outcome.ts'
import { runTests } from './run-tests.ts'
import type { TestRunner } from './test-runners.ts'

const options = { signal: new AbortController().signal }
const late: Failure = { file: 'a.test.ts', name: 'late', message: 'no answer' }
const wrong: Failure = { file: 'b.test.ts', name: 'wrong', message: '1 is not 2' }

const file = { file: 'a.test.ts', seconds: 3 }

/** Ends with the given failures, one list for each run. */
function runnerOf(...runs: Failure[][]): TestRunner & { ran: (readonly string[] | undefined)[] } {
  const ran: (readonly string[] | undefined)[] = []
  const run: TestRunner['run'] = (_options, files) => {
    const failures = runs[ran.length] ?? []
    ran.push(files)
    return Promise.resolve({ passed: 2, failures, files: [file], output: '' })
  }
  return { name: 'tests', run, ran }
}

test('runs the files of failed tests once more and distinguishes flaky from failed', async () => {
  const runner = runnerOf([late, wrong], [wrong])
  const outcome = await runTests(runner, options, () => undefined)
  expect(runner.ran).toEqual([undefined, ['a.test.ts', 'b.test.ts']])
  expect(outcome).toMatchObject({ passed: 3, failures: [wrong], flaky: [late], files: [file] })
  expect(outcome.times.map(({ name }) => name)).toEqual(['tests', 'tests, failed files once more'])
})

test('runs once when everything passed', async () => {
  const runner = runnerOf([])
  expect(await runTests(runner, options, () => undefined)).toMatchObject({
    failures: [],
    flaky: [],
  })
  expect(runner.ran).toHaveLength(1)
})

test('runs once when something failed outside the files', async () => {
  const crash = { name: 'tests', message: 'out of memory' }
  const runner = runnerOf([late, crash])
  expect((await runTests(runner, options, () => undefined)).failures).toEqual([late, crash])
  expect(runner.ran).toHaveLength(1)
})
