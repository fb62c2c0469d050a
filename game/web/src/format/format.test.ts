import type { BasisPoints, UnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import {
  formatAddress,
  formatBalance,
  formatBnb,
  formatMultiple,
  formatPercent,
  formatPrice,
  formatPriceChange,
  formatShare,
  formatSignedBnb,
  formatTime,
} from './format.ts'

const BNB = 10n ** 18n

describe('amounts', () => {
  test('have 4 decimals, balances 8', () => {
    expect(formatBnb(BNB / 20n)).toBe('0.0500')
    expect(formatBalance(BNB * 4n + 1n)).toBe('4.00000000')
  })

  test('have a sign unless zero', () => {
    expect(formatSignedBnb(BNB / 20n)).toBe('+0.0500')
    expect(formatSignedBnb(-BNB / 20n)).toBe('\u22120.0500')
    expect(formatSignedBnb(0n)).toBe('0.0000')
  })
})

describe('prices', () => {
  test('have a dollar sign and 4 decimals', () => {
    expect(formatPrice(61_234_000_000n)).toBe('$612.3400')
  })

  test('put the sign of a change before the dollar sign', () => {
    expect(formatPriceChange(54_000_000n)).toBe('+$0.5400')
    expect(formatPriceChange(-54_000_000n)).toBe('\u2212$0.5400')
    expect(formatPriceChange(0n)).toBe('$0.0000')
    expect(formatPriceChange(5_000n)).toBe('+$0.0001')
  })

  test('a change too small for 4 decimals has 8', () => {
    expect(formatPriceChange(-1n)).toBe('\u2212$0.00000001')
    expect(formatPriceChange(4_999n)).toBe('+$0.00004999')
  })
})

describe('formatMultiple', () => {
  test('has 2 decimals and an x, or a dash for an empty side', () => {
    expect(formatMultiple(1.9487)).toBe('1.95x')
    expect(formatMultiple(2)).toBe('2.00x')
    expect(formatMultiple(0)).toBe('\u2013')
  })
})

test('formatAddress keeps the first 6 and the last 4 characters', () => {
  expect(formatAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe('0x7099\u202679C8')
})

test('formatPercent and formatShare drop trailing zeros', () => {
  expect(formatPercent(300n as BasisPoints, 'en')).toBe('3%')
  expect(formatPercent(2_857n as BasisPoints, 'en')).toBe('28.57%')
  expect(formatPercent(250n as BasisPoints, 'es')).toBe('2,5\u00a0%')
  expect(formatPercent(250n as BasisPoints, 'tr')).toBe('%2,5')
  expect(formatShare(0.388, 'en')).toBe('39%')
})

test('formatTime is the time of day to the second', () => {
  expect(formatTime(1_700_000_000 as UnixSeconds)).toMatch(/^\d\d:\d\d:\d\d$/)
})
