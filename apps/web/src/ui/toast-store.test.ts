import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('shows a message for 6 s, an error for 10 s', () => {
  const store = createToastStore()
  store.show({ level: 'success', text: 'done' })
  store.show({ level: 'error', text: 'failed' })
  const texts = () => store.getSnapshot().toasts.map(({ text }) => text)
  vi.advanceTimersByTime(5_999)
  expect(texts()).toEqual(['done', 'failed'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['failed'])
  vi.advanceTimersByTime(4_000)
  expect(texts()).toEqual([])
})

test('takes a dismissed message away at once', () => {
  const store = createToastStore()
  store.show({ level: 'info', text: 'note' })
  const [toast] = store.getSnapshot().toasts
  store.dismiss(toast?.id ?? 0)
  expect(store.getSnapshot().toasts).toEqual([])
})

test('names the region that came last as the one to show messages', () => {
  const store = createToastStore()
  const page = Symbol('page')
  const dialog = Symbol('dialog')
  store.addHost(page)
  const leave = store.addHost(dialog)
  expect(store.getSnapshot().host).toBe(dialog)
  leave()
  expect(store.getSnapshot().host).toBe(page)
})
