import { describe, expect, test } from 'vitest'
import { forgeTally, playwrightTally, tallyOf, vitestTally } from './tally.ts'

describe('forgeTally', () => {
  test('counts the tests of every suite', () => {
    const report = {
      'a.t.sol:A': { test_results: { one: { status: 'Success' }, two: { status: 'Failure' } } },
      'b.t.sol:B': { test_results: { three: { status: 'Success' } } },
    }
    expect(forgeTally(report)).toEqual({ passed: 2, failed: 1 })
  })
})

describe('vitestTally', () => {
  test('counts a file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
      ],
    }
    expect(vitestTally(report)).toEqual({ passed: 3, failed: 2 })
  })
})

describe('playwrightTally', () => {
  test('counts flaky tests and errors outside tests as failures', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [{}] }
    expect(playwrightTally(report)).toEqual({ passed: 4, failed: 3 })
  })
})

describe('tallyOf', () => {
  test('counts one failure when the runner failed although no test did', () => {
    expect(tallyOf(false, () => ({ passed: 2, failed: 0 }))).toEqual({ passed: 2, failed: 1 })
  })

  test('counts one failure when there is no report', () => {
    const tally = tallyOf(true, () => {
      throw new Error('no report')
    })
    expect(tally).toEqual({ passed: 0, failed: 1 })
  })
})
