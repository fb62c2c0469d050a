import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createToasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('createToasts', () => {
  test('shows at once and hides after 2.5 s', () => {
    const toasts = createToasts()
    toasts.show('success', 'Link copied')
    expect(toasts.getState().toast).toEqual({ level: 'success', text: 'Link copied' })
    vi.advanceTimersByTime(2_499)
    expect(toasts.getState().toast).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(toasts.getState().toast).toBeNull()
  })

  test('closes the open one first and shows the next 150 ms later', () => {
    const toasts = createToasts()
    toasts.show('success', 'one')
    toasts.show('error', 'two')
    expect(toasts.getState().toast).toBeNull()
    vi.advanceTimersByTime(149)
    expect(toasts.getState().toast).toBeNull()
    vi.advanceTimersByTime(1)
    expect(toasts.getState().toast?.text).toBe('two')
  })

  test('hides at once and cancels a pending toast', () => {
    const toasts = createToasts()
    toasts.show('success', 'one')
    toasts.show('success', 'two')
    toasts.hide()
    vi.advanceTimersByTime(1_000)
    expect(toasts.getState().toast).toBeNull()
  })

  test('a loading toast stays', () => {
    const toasts = createToasts()
    toasts.show('loading', 'Authenticating...')
    vi.advanceTimersByTime(60_000)
    expect(toasts.getState().toast?.text).toBe('Authenticating...')
  })
})
