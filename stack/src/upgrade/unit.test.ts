import { expect, test } from 'vitest'
import { endingOf } from './unit.ts'

/** After a failure: the restart is queued. */
const QUEUED = {
  ActiveState: 'activating',
  MainPID: '0',
  ExecMainCode: '1',
  ExecMainStatus: '3',
  InvocationID: 'first',
}

test('a unit that failed once may still run', () => {
  expect(endingOf(QUEUED, 'first')).toBeNull()
})

test('a unit whose restart failed does not run', () => {
  const ending = endingOf({ ...QUEUED, InvocationID: 'second' }, 'first')
  expect(ending).toBe('ended with code 3, also after a restart')
})
