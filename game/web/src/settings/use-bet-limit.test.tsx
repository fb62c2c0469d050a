import { toWei, type Wei } from '@bullring/prediction/units'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeSettings, readSettings } from './device-settings.ts'
import { withBreak, withDailyLimit } from './play-limits.ts'
import { useBetLimit } from './use-bet-limit.ts'

const BNB = 10n ** 18n
const bnb = (amount: bigint) => toWei(amount * BNB)
const NOON = new Date(2026, 6, 14, 12).getTime()

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: NOON })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const showLimit = (most: Wei | null = null) => renderHook(() => useBetLimit(most))

const { limits: none } = readSettings()

test('allows every bet until the player sets a limit', () => {
  const { result } = showLimit()
  expect(result.current.problem(bnb(1_000n))).toBeNull()
})

test('counts bets against the limit of the day', () => {
  changeSettings({ limits: withDailyLimit(none, bnb(3n), NOON) })
  const { result } = showLimit()
  expect(result.current.problem(bnb(3n))).toBeNull()
  act(() => result.current.recordStake(bnb(2n)))
  expect(result.current.problem(bnb(2n))).toBe('Your limit leaves 1.0000 BNB for today.')
  act(() => result.current.takeBackStake(bnb(1n)))
  expect(result.current.problem(bnb(2n))).toBeNull()
  act(() => result.current.recordStake(bnb(2n)))
  expect(result.current.problem(bnb(1n))).toBe('You have reached your limit for today.')
})

test('allows no bets during a break, and lets it end by itself', () => {
  changeSettings({ limits: withBreak(none, NOON + 60_000) })
  const { result } = showLimit()
  expect(result.current.problem(bnb(1n))).toMatch(
    /^You are taking a break from betting until .*12:01/,
  )
  act(() => vi.advanceTimersByTime(60_000))
  expect(result.current.problem(bnb(1n))).toBeNull()
})

test('keeps to the operator’s limit, whatever the player has set', () => {
  const { result } = showLimit(bnb(2n))
  expect(result.current.isAllowed(bnb(3n))).toBe(false)
  expect(result.current.problem(bnb(3n))).toBe('Your limit leaves 2.0000 BNB for today.')
  act(() => changeSettings({ limits: withDailyLimit(none, bnb(1n), NOON) }))
  expect(result.current.isAllowed(bnb(2n))).toBe(false)
  expect(result.current.isAllowed(bnb(1n))).toBe(true)
})
