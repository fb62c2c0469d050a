import { expect, test } from 'vitest'
import { summary } from './summary.ts'

test('names what failed and what was flaky, then counts', () => {
  const text = summary({
    passed: 3,
    failures: [
      { file: 'a.test.ts', name: 'adds', message: '1 is not 2\n\n  at a.test.ts:3' },
      { name: 'types', message: '' },
    ],
    flaky: [{ file: 'b.spec.ts', name: 'loads', message: 'not visible' }],
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
  expect(summary({ passed: 3, failures: [], flaky: [] })).toBe('3 passed, 0 failed')
})
