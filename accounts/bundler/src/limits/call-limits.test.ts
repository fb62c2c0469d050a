import { describe, expect, test } from 'vitest'
import { CallLimits } from './call-limits.ts'

const caller = (user: number, ip: number, network: number | null = null) => ({
  userId: `user-${user}`,
  ipHash: `ip-${ip}`,
  networkHash: network === null ? null : `network-${network}`,
})

/** Counts the simulations that pass at once. */
function passing(
  limits: CallLimits,
  callerOf: (index: number) => ReturnType<typeof caller>,
  method = 'eth_estimateUserOperationGas',
): number {
  for (let index = 0; ; index += 1) {
    try {
      limits.take(callerOf(index), method, 0)
    } catch {
      return index
    }
  }
}

describe('CallLimits', () => {
  test.each([
    ['a user, from whatever addresses', 30, (index: number) => caller(1, index)],
    ['an address, as whatever users', 150, (index: number) => caller(index, 1)],
    ['a /48, as whatever users', 300, (index: number) => caller(index, index, 1)],
    ['all callers together', 600, (index: number) => caller(index, index)],
  ])('allows %s %i simulations a minute', (_, count, callerOf) => {
    expect(passing(new CallLimits(12_000), callerOf)).toBe(count)
  })

  test('strangers who name an account do not use up its revocations', () => {
    const limits = new CallLimits(12_000)
    expect(passing(limits, () => caller(1, 1), 'bundler_revokeSession')).toBe(150)
    expect(() => limits.take(caller(1, 2), 'bundler_revokeSession', 0)).not.toThrow()
  })

  test('counts a read once, and refills with time', () => {
    const limits = new CallLimits(12_000)
    const read = (atMs: number) => limits.take(caller(1, 1), 'eth_getUserOperationReceipt', atMs)
    for (let count = 0; count < 600; count += 1) read(0)
    expect(() => read(0)).toThrow('Too many calls')
    expect(() => read(1_000)).not.toThrow()
  })
})
