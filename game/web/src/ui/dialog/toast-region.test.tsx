import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { ToastRegion } from './toast-region.tsx'

const SHOWN_MS = 6_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Shows a region with one toast. */
function showToast(level: 'success' | 'error' = 'success') {
  const store = createToastStore()
  const { container } = render(
    <ToastContext value={store}>
      <ToastRegion />
    </ToastContext>,
  )
  act(() => store.show({ level, text: 'Claim successful' }))
  return { store, region: container.firstElementChild ?? document.body }
}

/** The live regions around the toast, the innermost first. */
function liveRegions(): readonly string[] {
  const found: string[] = []
  for (let e = screen.getByText('Claim successful').parentElement; e; e = e.parentElement) {
    const live = e.getAttribute('aria-live') ?? e.getAttribute('role')
    if (live !== null) found.push(live)
  }
  return found
}

const isShown = () => screen.queryByText('Claim successful') !== null
const pass = () => act(() => vi.advanceTimersByTime(SHOWN_MS))

describe('ToastRegion', () => {
  test('keeps a toast while it is hovered', () => {
    const { region } = showToast()
    fireEvent(region, new Event('pointerenter'))
    pass()
    expect(isShown()).toBe(true)
    fireEvent(region, new Event('pointerleave'))
    pass()
    expect(isShown()).toBe(false)
  })

  test('announces a toast in one live region, an error at once', () => {
    showToast()
    expect(liveRegions()).toEqual(['polite'])
    cleanup()
    showToast('error')
    expect(liveRegions()).toEqual(['alert'])
  })

  test('moves a toast into another region without announcing it again', () => {
    for (const level of ['success', 'error'] as const) {
      const { store } = showToast(level)
      act(() => vi.advanceTimersByTime(1_000))
      render(
        <ToastContext value={store}>
          <ToastRegion />
        </ToastContext>,
      )
      expect(liveRegions()[0]).toBe('off')
      cleanup()
    }
  })

  test('keeps a toast while it is focused', () => {
    showToast()
    const button = screen.getByRole('button', { name: 'Dismiss' })
    act(() => button.focus())
    pass()
    expect(isShown()).toBe(true)
    act(() => button.blur())
    pass()
    expect(isShown()).toBe(false)
  })
})
