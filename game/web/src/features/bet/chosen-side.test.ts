import { afterEach, expect, test, vi } from 'vitest'
import { dropChosenSide, keepChosenSide, takeChosenSide } from './chosen-side.ts'

afterEach(() => {
  vi.useRealTimers()
  dropChosenSide()
})

test('a chosen side is taken once, in its market', () => {
  keepChosenSide('BNB', 'bear')
  expect(takeChosenSide('BTC')).toBeNull()
  expect(takeChosenSide('BNB')).toBe('bear')
  expect(takeChosenSide('BNB')).toBeNull()
})

test('the last choice counts', () => {
  keepChosenSide('BNB', 'bear')
  keepChosenSide('BNB', 'bull')
  expect(takeChosenSide('BNB')).toBe('bull')
})

test('a choice is forgotten after ten minutes', () => {
  vi.useFakeTimers()
  keepChosenSide('BNB', 'bull')
  vi.advanceTimersByTime(10 * 60_000)
  expect(takeChosenSide('BNB')).toBeNull()
})

test('a stored text that is no choice is none', () => {
  sessionStorage.setItem('bullring.chosen-side', `up ${Date.now() + 1_000} BNB`)
  expect(takeChosenSide('BNB')).toBeNull()
})
