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
function showToast(): void {
  const store = createToastStore()
  render(
    <ToastContext value={store}>
      <ToastRegion />
    </ToastContext>,
  )
  act(() => store.show({ level: 'success', text: 'Claim successful' }))
}

const isShown = () => screen.queryByText('Claim successful') !== null
const pass = () => act(() => vi.advanceTimersByTime(SHOWN_MS))

describe('ToastRegion', () => {
  test('keeps a toast while it is hovered', () => {
    showToast()
    const region = screen.getByRole('status').parentElement ?? document.body
    fireEvent(region, new Event('pointerenter'))
    pass()
    expect(isShown()).toBe(true)
    fireEvent(region, new Event('pointerleave'))
    pass()
    expect(isShown()).toBe(false)
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
