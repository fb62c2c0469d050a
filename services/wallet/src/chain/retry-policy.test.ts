import { describe, expect, test } from 'vitest'
import { isFinal, retryDelayMs } from './retry-policy.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

const error = (code: number, message = 'no'): UpstreamAnswer => ({
  kind: 'error',
  error: { code, message },
})
const status = (value: number, retryAfterMs?: number): UpstreamAnswer => ({
  kind: 'failure',
  reason: 'status',
  status: value,
  retryAfterMs,
})

describe('retryDelayMs', () => {
  test('waits 150, 300 and 600 ms, then gives up', () => {
    const delays = [1, 2, 3, 4].map((tries) => retryDelayMs(error(-32_603), tries))
    expect(delays).toEqual([150, 300, 600, null])
  })

  test('waits as long as the node asks', () => {
    expect(retryDelayMs(status(429, 2_000), 1)).toBe(2_000)
    expect(retryDelayMs(status(429, 0), 3)).toBe(0)
  })

  test.each([-1, -32_005, -32_603, 429])('asks again after code %i', (code) => {
    expect(retryDelayMs(error(code), 1)).toBe(150)
  })

  test.each([-32_700, -32_600, -32_601, -32_602, -32_000, -32_003, 3, 4_001])(
    'does not ask again after code %i',
    (code) => {
      expect(retryDelayMs(error(code), 1)).toBeNull()
    },
  )

  test.each([403, 408, 413, 429, 500, 502, 503, 504])('asks again after HTTP %i', (value) => {
    expect(retryDelayMs(status(value), 1)).toBe(150)
  })

  test.each([400, 401, 404, 501])('does not ask again after HTTP %i', (value) => {
    expect(retryDelayMs(status(value), 1)).toBeNull()
  })

  test('asks again when there was no answer', () => {
    expect(retryDelayMs({ kind: 'failure', reason: 'timeout' }, 1)).toBe(150)
    expect(retryDelayMs({ kind: 'result', result: null }, 1)).toBeNull()
  })
})

describe('isFinal', () => {
  test('does not ask the next node what this one has decided', () => {
    expect(isFinal({ kind: 'result', result: null })).toBe(true)
    expect(isFinal(error(3))).toBe(true)
    expect(isFinal(error(-32_000, 'execution reverted: RoundLocked'))).toBe(true)
    expect(isFinal(error(-32_000, 'nonce too low'))).toBe(true)
  })

  test('asks the next node for what this one lacks', () => {
    expect(isFinal(error(-32_000, 'header not found'))).toBe(false)
    expect(isFinal(error(-32_601))).toBe(false)
    expect(isFinal(status(401))).toBe(false)
  })
})
