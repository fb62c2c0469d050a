import { afterEach, expect, test, vi } from 'vitest'
import { openStorage } from './open-storage.ts'

afterEach(() => vi.restoreAllMocks())

test("returns the browser's storage", () => {
  expect(openStorage(window, 'localStorage')).toBe(window.localStorage)
  expect(openStorage(window, 'sessionStorage')).toBe(window.sessionStorage)
})

test('error: falls back to memory where the browser blocks its storage', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  openStorage(window, 'localStorage').setItem('key', 'value')
  expect(openStorage(window, 'localStorage').getItem('key')).toBe('value')
  expect(openStorage(window, 'sessionStorage').getItem('key')).toBeNull()
  openStorage(window, 'localStorage').removeItem('key')
  expect(openStorage(window, 'localStorage').getItem('key')).toBeNull()
})
