import { describe, expect, test } from 'vitest'
import { RateLimitedError } from '../errors/errors.ts'
import type { HttpError } from '../errors/http-error.ts'
import { RateLimiter } from './rate-limit.ts'

describe('RateLimiter', () => {
  test('takes several at once or none', () => {
    const limiter = new RateLimiter(60)
    expect(limiter.allows('a', 0, 40)).toBe(true)
    expect(limiter.allows('a', 0, 40)).toBe(false)
    expect(limiter.allows('a', 0, 20)).toBe(true)
  })

  test('takes back a count, but never more than there were', () => {
    const limiter = new RateLimiter(2)
    limiter.giveBack('a')
    expect(limiter.allows('a', 0, 2)).toBe(true)
    limiter.giveBack('a')
    expect(limiter.allows('a', 0)).toBe(true)
    expect(limiter.allows('a', 0)).toBe(false)
    for (let count = 0; count < 5; count += 1) limiter.giveBack('a')
    expect(limiter.allows('a', 0, 2)).toBe(true)
    expect(limiter.allows('a', 0)).toBe(false)
  })

  test('passes a batch that waits as long as Retry-After says', () => {
    const limiter = new RateLimiter(12_000)
    for (let batch = 0; batch < 12; batch += 1) limiter.take('a', 0, 1_000)
    const refusal = refusalOf(() => limiter.take('a', 0, 1_000))
    expect(refusal.headers).toEqual({ 'retry-after': '5' })
    // Further attempts before that time do not prolong it.
    for (let atMs = 1_000; atMs < 5_000; atMs += 1_000) {
      refusalOf(() => limiter.take('a', atMs, 1_000))
    }
    limiter.take('a', 5_000, 1_000)
  })

  test('limits the callers of an IPv6 /48 together, to eight times the limit of one', () => {
    const limiter = new RateLimiter(60)
    const callers = Array.from({ length: 16 }, (_, index) => `2001:db8:a:${index.toString(16)}::`)
    for (const caller of callers.slice(0, 7)) limiter.take(caller, 0, 60)
    limiter.take('2001:db8:a:7::', 0, 30)
    limiter.take('2001:db8:a:8::', 0, 30)
    const [, last = ''] = callers.slice(-2)
    expect(refusalOf(() => limiter.take(last, 0, 40)).headers).toEqual({ 'retry-after': '5' })
    limiter.giveBack('2001:db8:a:7::')
    expect([limiter.allows(last, 0), limiter.allows(last, 0)]).toEqual([true, false])
    expect(limiter.allows('2001:db8:b:7::', 0, 60)).toBe(true)
    limiter.take(last, 5_000, 40)
  })

  test('counts no request that the caller or its network has no room for', () => {
    const limiter = new RateLimiter(10)
    for (let count = 0; count < 100; count += 1) limiter.allows('2001:db8:a:1::', 0)
    for (let count = 2; count < 9; count += 1) limiter.take(`2001:db8:a:${count}::`, 0, 10)
    expect(limiter.allows('2001:db8:a:9::', 0)).toBe(false)
    // The network refills eight times as fast.
    expect(limiter.allows('2001:db8:a:9::', 7_500, 10)).toBe(true)
  })

  test('passes a batch of more than a minute’s worth with a full bucket', () => {
    const limiter = new RateLimiter(60)
    limiter.take('a', 0, 1_000)
    expect(refusalOf(() => limiter.take('a', 0, 1_000)).headers).toEqual({ 'retry-after': '60' })
    limiter.take('a', 60_000, 1_000)
  })
})

function refusalOf(take: () => void): HttpError {
  try {
    take()
  } catch (error) {
    if (error instanceof RateLimitedError) return error
  }
  throw new Error('not refused')
}
