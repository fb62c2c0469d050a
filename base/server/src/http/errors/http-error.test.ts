import { expect, test } from 'vitest'
import { defineHttpError, HttpError } from './http-error.ts'
import { problemOf } from './problem.ts'

const GoneError = defineHttpError({
  name: 'GoneError',
  code: 'test.gone',
  status: 410,
  message: 'It is gone.',
})

const LaterError = defineHttpError({
  name: 'LaterError',
  code: 'test.later',
  status: 503,
  isRetryable: true,
  message: (seconds: number) => `Try again in ${seconds} s.`,
  headers: (seconds) => ({ 'retry-after': `${seconds}` }),
})

test('defineHttpError declares a class with a fixed message and a cause', () => {
  const cause = new Error('why')
  const error = new GoneError({ cause })
  expect(error).toBeInstanceOf(GoneError)
  expect(error).toBeInstanceOf(HttpError)
  expect(error).not.toBeInstanceOf(LaterError)
  expect(error).toMatchObject({ name: 'GoneError', message: 'It is gone.', isRetryable: false })
  expect(error.cause).toBe(cause)
  expect(problemOf(error)).toMatchObject({
    status: 410,
    problem: { code: 'test.gone', detail: 'It is gone.' },
  })
})

test('defineHttpError derives message and headers from the arguments', () => {
  const error = new LaterError(3)
  expect(error).toMatchObject({ code: 'test.later', isRetryable: true })
  expect(problemOf(error)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '3' },
    problem: { detail: 'Try again in 3 s.' },
  })
})
