import { describe, expect, test } from 'vitest'
import {
  afterSecondRun,
  filesOf,
  forgeOutcome,
  outcomeOf,
  playwrightOutcome,
  vitestOutcome,
} from './outcome.ts'

describe('forgeOutcome', () => {
  test('reads the tests of every suite', () => {
    const report = {
      'a.t.sol:A': {
        test_results: {
          one: { status: 'Success' },
          two: { status: 'Failure', reason: 'not equal' },
        },
      },
      'b.t.sol:B': { test_results: { three: { status: 'Success', reason: null } } },
    }
    expect(forgeOutcome(report)).toEqual({
      passed: 2,
      failures: [{ name: 'a.t.sol:A two', message: 'not equal' }],
    })
  })
})

describe('vitestOutcome', () => {
  test('a file that could not be loaded is one failure', () => {
    const report = {
      numPassedTests: 1,
      testResults: [
        { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        {
          name: 'b.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'failed', fullName: 'adds', failureMessages: ['1 is not 2'] },
            { status: 'passed', fullName: 'subtracts' },
          ],
        },
      ],
    }
    expect(vitestOutcome(report)).toEqual({
      passed: 1,
      failures: [
        { file: 'a.test.ts', name: 'a.test.ts', message: 'no such module' },
        { file: 'b.test.ts', name: 'adds', message: '1 is not 2' },
      ],
    })
  })
})

describe('playwrightOutcome', () => {
  test('reads failures in nested suites and errors outside the tests', () => {
    const failed = {
      title: 'bets',
      file: 'home.spec.ts',
      ok: false,
      tests: [{ results: [{ errors: [{ message: 'not visible' }] }] }],
    }
    const report = {
      suites: [
        {
          title: 'home.spec.ts',
          specs: [{ title: 'loads', file: 'home.spec.ts', ok: true, tests: [] }],
          suites: [{ title: 'a bet', specs: [failed] }],
        },
      ],
      stats: { expected: 1 },
      errors: [{ message: 'no web server' }],
    }
    expect(playwrightOutcome(report)).toEqual({
      passed: 1,
      failures: [
        { file: 'home.spec.ts', name: 'bets', message: 'not visible' },
        { name: 'outside the tests', message: 'no web server' },
      ],
    })
  })
})

describe('outcomeOf', () => {
  test('a runner that failed although no test did is one failure', () => {
    const outcome = outcomeOf('Vitest', false, () => ({ passed: 2, failures: [] }))
    expect(outcome).toMatchObject({ passed: 2, failures: [{ name: 'Vitest' }] })
  })

  test('a runner without a report is one failure', () => {
    const outcome = outcomeOf('Vitest', true, () => {
      throw new Error('no file')
    })
    expect(outcome).toMatchObject({ passed: 0, failures: [{ name: 'Vitest' }] })
  })
})

describe('a second run', () => {
  const once = { file: 'a.test.ts', name: 'once', message: 'late' }
  const always = { file: 'a.test.ts', name: 'always', message: 'wrong' }

  test('takes each failed file once', () => {
    expect(filesOf([once, always])).toEqual(['a.test.ts'])
  })

  test('is not possible when something failed outside the files', () => {
    expect(filesOf([once, { name: 'Vitest', message: 'out of memory' }])).toEqual([])
  })

  test('parts what failed once from what still fails', () => {
    const first = { passed: 5, failures: [once, always] }
    expect(afterSecondRun(first, { passed: 1, failures: [always] })).toEqual({
      passed: 6,
      failures: [always],
      flaky: [once],
    })
  })
})
