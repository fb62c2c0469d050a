import { describe, expect, test } from 'vitest'
import { ApiProblemError, ApiUnreachableError } from './api-errors.ts'
import { retryDelay, shouldRetry } from './retry.ts'

function problem(status: number, retryAfterSeconds: number | null = null) {
  return new ApiProblemError({ status, message: 'no', problemCode: null, retryAfterSeconds })
}

describe('shouldRetry', () => {
  test('repeats a call three times while the server is out of reach', () => {
    const error = new ApiUnreachableError('/api/x')
    expect([0, 1, 2, 3].map((count) => shouldRetry(count, error))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test.each([403, 408, 413, 429, 500, 502, 503, 504])('repeats after status %i', (status) => {
    expect(shouldRetry(0, problem(status))).toBe(true)
  })

  test.each([400, 404, 415, 422])('gives up at once after status %i', (status) => {
    expect(shouldRetry(0, problem(status))).toBe(false)
  })

  test('does not repeat a mistake of our own', () => {
    expect(shouldRetry(0, new TypeError('undefined is not a function'))).toBe(false)
  })
})

describe('retryDelay', () => {
  test('doubles from 150 ms', () => {
    const error = new ApiUnreachableError('/api/x')
    expect([0, 1, 2].map((attempt) => retryDelay(attempt, error))).toEqual([150, 300, 600])
  })

  test('honours Retry-After up to ten seconds', () => {
    expect(retryDelay(0, problem(429, 2))).toBe(2_000)
    expect(retryDelay(0, problem(429, 3_600))).toBe(10_000)
  })
})
