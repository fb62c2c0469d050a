import { expect, test } from 'vitest'
import { summary } from './summary.ts'

const PASSED = { passed: 3, failures: [], flaky: [], files: [], times: [], notRun: [] }

test('names what failed and what was flaky, then counts', () => {
  const text = summary({
    passed: 3,
    failures: [
      { file: 'a.test.ts', name: 'adds', message: '1 is not 2\n\n  at a.test.ts:3' },
      { name: 'types', message: '' },
    ],
    flaky: [{ file: 'b.spec.ts', name: 'loads', message: 'not visible' }],
    files: [],
    times: [],
    notRun: [],
  })
  expect(text.split('\n')).toEqual([
    '',
    'Failed:',
    '✗ a.test.ts: adds',
    '    1 is not 2',
    '      at a.test.ts:3',
    '✗ types',
    '',
    '',
    'Flaky (failed once, passed when run again):',
    '✗ b.spec.ts: loads',
    '    not visible',
    '',
    '3 passed, 2 failed, 1 flaky',
  ])
})

test('is one line when all passed', () => {
  expect(summary(PASSED)).toBe('3 passed, 0 failed, 0 flaky')
})

test('lists the slowest files, and wall and processor time of each runner', () => {
  const files = Array.from({ length: 21 }, (_, index) => ({ file: `${index}.ts`, seconds: index }))
  const times = [{ name: 'tests', wallSeconds: 62, cpuSeconds: 101.04 }]
  const lines = summary({ ...PASSED, passed: 21, files, times }).split('\n')
  expect(lines.slice(0, 3)).toEqual(['', 'Slowest of 21 test files (s):', '    20.0  20.ts'])
  expect(lines.slice(21)).toEqual([
    '     1.0  1.ts',
    '',
    '    wall     CPU  (s)',
    '    62.0   101.0  tests',
    '',
    '21 passed, 0 failed, 0 flaky',
  ])
})

test('counts what this machine cannot run', () => {
  const notRun = [{ what: 'browser tests', count: 184, reason: 'no browser' }]
  expect(summary({ ...PASSED, notRun })).toBe(
    '3 passed, 0 failed, 0 flaky, 184 browser tests not run: no browser',
  )
})
