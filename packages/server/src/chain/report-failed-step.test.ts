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
  reportFailedStep(log, 'the index could not follow')(error, failures)
  return lines
}

test('reportFailedStep warns of what lasts, and of what no further try can cure', () => {
  const moved = new ChainMovedError('The chain moved.')
  expect(reported(moved, 1)).toEqual([])
  expect(reported(moved, 4)).toEqual([])
  const warning = { level: 40, msg: 'the index could not follow' }
  expect(reported(moved, 5)).toMatchObject([
    { ...warning, failures: 5, error: { name: 'ChainMovedError', detail: 'test.chain-moved' } },
  ])
  expect(reported(new TypeError('with an address'), 1)).toMatchObject([
    { ...warning, failures: 1, error: { name: 'TypeError', detail: '' } },
  ])
})
