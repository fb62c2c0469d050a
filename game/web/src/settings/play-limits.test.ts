import { toWei } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { readSettings } from './device-settings.ts'
import { allowance, withBreak, withDailyLimit, withStake } from './play-limits.ts'

const BNB = 10n ** 18n
const bnb = (amount: bigint) => toWei(amount * BNB)
const NOON = new Date(2026, 6, 14, 12).getTime()
const MIDNIGHT = new Date(2026, 6, 15).getTime()
const { limits: NONE } = readSettings()

test('nothing is limited until the player sets a limit', () => {
  expect(allowance(withStake(NONE, bnb(5n), NOON), NOON)).toEqual({
    left: null,
    breakUntilMs: null,
  })
})

test('a daily limit counts the stakes of the day, also those from before it was set', () => {
  const limited = withDailyLimit(withStake(NONE, bnb(2n), NOON), bnb(5n), NOON)
  expect(allowance(limited, NOON).left).toBe(bnb(3n))
  const spent = withStake(limited, bnb(4n), NOON + 1)
  expect(allowance(spent, NOON + 2).left).toBe(0n)
  expect(allowance(spent, MIDNIGHT).left).toBe(bnb(5n))
})

test('a lower limit applies at once, a higher one or none from the next day', () => {
  const lower = withDailyLimit(withDailyLimit(NONE, bnb(5n), NOON), bnb(2n), NOON)
  expect(allowance(lower, NOON).left).toBe(bnb(2n))
  const higher = withDailyLimit(lower, bnb(9n), NOON)
  expect(allowance(higher, MIDNIGHT - 1).left).toBe(bnb(2n))
  expect(allowance(higher, MIDNIGHT).left).toBe(bnb(9n))
  const none = withDailyLimit(lower, null, NOON)
  expect(allowance(none, MIDNIGHT - 1).left).toBe(bnb(2n))
  expect(allowance(none, MIDNIGHT).left).toBeNull()
})

test('a second change before the next day does not lift the limit of today', () => {
  const limited = withDailyLimit(NONE, bnb(2n), NOON)
  const twice = withDailyLimit(withDailyLimit(limited, bnb(9n), NOON), bnb(8n), NOON)
  expect(allowance(twice, NOON).left).toBe(bnb(2n))
  expect(allowance(twice, MIDNIGHT).left).toBe(bnb(8n))
})

test('a break ends by itself and cannot be shortened', () => {
  const paused = withBreak(withBreak(NONE, NOON + 60_000), NOON + 1_000)
  expect(allowance(paused, NOON + 59_999).breakUntilMs).toBe(NOON + 60_000)
  expect(allowance(paused, NOON + 60_000).breakUntilMs).toBeNull()
})
