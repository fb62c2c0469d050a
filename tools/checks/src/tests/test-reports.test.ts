import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { describe, expect, test } from 'vitest'
import { forgeOutcome, playwrightOutcome, vitestOutcome } from './test-reports.ts'

describe('forgeOutcome', () => {
  test('reads the tests of every suite', () => {
    const report = {
      'a.t.sol:A': {
        duration: '1m 2s 500ms 7µs',
        test_results: {
          one: { status: 'Success' },
          two: { status: 'Failure', reason: 'not equal' },
        },
      },
      'b.t.sol:B': {
        duration: '3.5ms',
        test_results: { three: { status: 'Success', reason: null } },
      },
    }
    expect(forgeOutcome(report)).toEqual({
      passed: 2,
      failures: [{ name: 'a.t.sol:A two', message: 'not equal' }],
      files: [
        { file: 'a.t.sol:A', seconds: expect.closeTo(62.500007) },
        { file: 'b.t.sol:B', seconds: expect.closeTo(0.0035, 5) },
      ],
    })
  })
})

describe('vitestOutcome', () => {
  test('a file that could not be loaded is one failure', () => {
    const report = {
      numPassedTests: 1,
      testResults: [
        {
          name: join(repositoryRoot, 'a.test.ts'),
          status: 'failed',
          message: 'no such module',
          startTime: 1_000,
          endTime: 1_000,
          assertionResults: [],
        },
        {
          name: join(repositoryRoot, 'b.test.ts'),
          status: 'failed',
          message: '',
          startTime: 1_000,
          endTime: 3_500,
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
      files: [
        { file: 'a.test.ts', seconds: 0 },
        { file: 'b.test.ts', seconds: 2.5 },
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
      tests: [
        { results: [{ duration: 3_000, errors: [{ message: 'not visible' }] }] },
        { results: [{ duration: 500, errors: [] }] },
      ],
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
      files: [{ file: 'home.spec.ts', seconds: 3.5 }],
    })
  })
})
