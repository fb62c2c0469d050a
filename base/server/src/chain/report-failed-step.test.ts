import { BaseError } from '@bullring/errors/base-error'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { reportFailedStep } from './report-failed-step.ts'

class ChainMovedError extends BaseError {
  override readonly name = 'ChainMovedError'
  readonly code = 'test.chain-moved'
  override readonly isRetryable = true
}

function reported(error: unknown, failures: number): unknown[] {
  const lines: unknown[] = []
  const log = pino({ level: 'info', base: null }, { write: (line) => lines.push(JSON.parse(line)) })
  reportFailedStep(log, 'index sync failed')(error, failures)
  return lines
}

test('reportFailedStep warns after repeated failures, and at once when a retry cannot help', () => {
  const moved = new ChainMovedError('The chain moved.')
  expect(reported(moved, 1)).toEqual([])
  expect(reported(moved, 4)).toEqual([])
  const warning = { level: 40, msg: 'index sync failed' }
  expect(reported(moved, 5)).toMatchObject([
    { ...warning, attempt: 5, error: { name: 'ChainMovedError', detail: 'test.chain-moved' } },
  ])
  expect(reported(new TypeError('with an address'), 1)).toMatchObject([
    { ...warning, attempt: 1, error: { name: 'TypeError', detail: '' } },
  ])
})
