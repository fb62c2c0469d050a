import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeSettings, readSettings, subscribeToSettings } from './device-settings.ts'

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

test('remembers what was changed and keeps the rest', () => {
  changeSettings({ theme: 'dark' })
  changeSettings({ hasSound: true })
  expect(readSettings()).toMatchObject({ theme: 'dark', hasSound: true, hasVibration: false })
  expect(readSettings()).toBe(readSettings())
})

test('error: a field that is damaged has its default, the others are kept', () => {
  const stored = { theme: 'pink', hasSound: true, limits: { dailyStake: '-1', breakUntilMs: 7 } }
  localStorage.setItem('bullring.settings', JSON.stringify(stored))
  const { theme, hasSound, limits } = readSettings()
  expect({ theme, hasSound }).toEqual({ theme: 'light', hasSound: true })
  expect(limits).toMatchObject({ dailyStake: null, breakUntilMs: 7 })
})

test.each(['{', '3', 'null', '[]'])(
  'error: text that is no settings has all defaults: %s',
  (text) => {
    localStorage.setItem('bullring.settings', text)
    expect(readSettings().theme).toBe('light')
  },
)

test('notifies of changes in this tab and in others', () => {
  const listener = vi.fn()
  const stop = subscribeToSettings(listener)
  changeSettings({ hasSound: true })
  window.dispatchEvent(new StorageEvent('storage'))
  stop()
  changeSettings({ hasSound: false })
  expect(listener).toHaveBeenCalledTimes(2)
})
