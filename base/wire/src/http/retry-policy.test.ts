import { describe, expect, test } from 'vitest'
import { ApiProblemError, ApiUnreachableError } from './request-errors.ts'
import { retryDelay, shouldRetry } from './retry-policy.ts'

const unreachable = new ApiUnreachableError('/api/x')

function problem(status: number, retryAfterSeconds: number | null = null): ApiProblemError {
  return new ApiProblemError('/api/x', {
    status,
    problemCode: null,
    retryAfterSeconds,
    detail: null,
  })
}

describe('shouldRetry', () => {
  test('retries three times while the server is unreachable', () => {
    const decisions = [0, 1, 2, 3].map((count) => shouldRetry(count, unreachable))
    expect(decisions).toEqual([true, true, true, false])
  })

  test.each([403, 408, 413, 429, 500, 502, 503, 504])('retries after status %i', (status) => {
    expect(shouldRetry(0, problem(status))).toBe(true)
  })

  test.each([400, 401, 404, 415, 422, 501])('does not retry after status %i', (status) => {
    expect(shouldRetry(0, problem(status))).toBe(false)
  })

  test('does not retry when Retry-After is more than half a minute', () => {
    expect(shouldRetry(0, problem(429, 30))).toBe(true)
    expect(shouldRetry(0, problem(429, 31))).toBe(false)
  })

  test('does not retry after a programming error', () => {
    expect(shouldRetry(0, new TypeError('undefined is not a function'))).toBe(false)
  })
})

describe('retryDelay', () => {
  test('doubles from 150 ms', () => {
    const delays = [0, 1, 2].map((attempt) => retryDelay(attempt, unreachable, () => 0))
    expect(delays).toEqual([150, 300, 600])
  })

  test('obeys Retry-After', () => {
    expect(retryDelay(0, problem(429, 2), () => 0)).toBe(2_000)
    expect(retryDelay(2, problem(429, 0), () => 0)).toBe(0)
    expect(retryDelay(0, problem(429, 30), () => 0)).toBe(30_000)
  })

  test('spreads the retries of pages that were refused at the same moment, never before Retry-After', () => {
    expect(retryDelay(0, problem(503, 2), () => 1)).toBe(3_000)
    const delays = Array.from({ length: 50 }, () => retryDelay(0, problem(503, 2)))
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(2_000)
    expect(new Set(delays).size).toBeGreaterThan(1)
  })
})
