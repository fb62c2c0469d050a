import { describe, expect, test } from 'vitest'
import { forgeOutcome, playwrightOutcome, vitestOutcome } from './test-reports.ts'

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
