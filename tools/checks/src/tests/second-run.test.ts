import { describe, expect, test } from 'vitest'
import { afterSecondRun, filesOf } from './second-run.ts'

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
    const first = { passed: 5, failures: [once, always], files: [] }
    expect(afterSecondRun(first, { passed: 1, failures: [always], files: [] })).toEqual({
      passed: 6,
      failures: [always],
      files: [],
      flaky: [once],
    })
  })
})
