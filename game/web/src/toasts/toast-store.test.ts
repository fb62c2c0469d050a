import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('shows a toast for 6 s, an error for 10 s', () => {
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

test('keeps toasts while they are held, then restarts their time', () => {
  const store = createToastStore()
  const count = () => store.getSnapshot().toasts.length
  store.show({ level: 'info', text: 'first' })
  vi.advanceTimersByTime(5_000)
  store.hold('pointer')
  store.show({ level: 'info', text: 'second' })
  store.hold('focus')
  store.release('pointer')
  vi.advanceTimersByTime(60_000)
  expect(count()).toBe(2)
  store.release('focus')
  vi.advanceTimersByTime(5_999)
  expect(count()).toBe(2)
  vi.advanceTimersByTime(1)
  expect(count()).toBe(0)
})

test('releases the hold when the held toast or its dialog goes away', () => {
  const store = createToastStore()
  const count = () => store.getSnapshot().toasts.length
  const leave = store.addHost(Symbol('dialog'))
  store.show({ level: 'info', text: 'first' })
  store.show({ level: 'info', text: 'second' })
  store.hold('focus')
  store.dismiss(store.getSnapshot().toasts[0]?.id ?? 0)
  vi.advanceTimersByTime(6_000)
  expect(count()).toBe(0)
  store.show({ level: 'info', text: 'third' })
  store.hold('pointer')
  leave()
  vi.advanceTimersByTime(6_000)
  expect(count()).toBe(0)
})

test('removes a dismissed toast at once', () => {
  const store = createToastStore()
  store.show({ level: 'info', text: 'note' })
  const [toast] = store.getSnapshot().toasts
  store.dismiss(toast?.id ?? 0)
  expect(store.getSnapshot().toasts).toEqual([])
})

test('shows toasts in the region that was added last', () => {
  const store = createToastStore()
  const page = Symbol('page')
  const dialog = Symbol('dialog')
  store.addHost(page)
  const leave = store.addHost(dialog)
  expect(store.getSnapshot().host).toBe(dialog)
  leave()
  expect(store.getSnapshot().host).toBe(page)
})

test('announces no toast again where a dialog opens or closes', () => {
  const store = createToastStore()
  const isAnnounced = () => store.getSnapshot().toasts.map((toast) => toast.isAnnounced)
  store.addHost(Symbol('page'))
  store.show({ level: 'success', text: 'Bet UP Successfully' })
  expect(isAnnounced()).toEqual([false])
  const leave = store.addHost(Symbol('dialog'))
  expect(isAnnounced()).toEqual([true])
  leave()
  expect(isAnnounced()).toEqual([true])
})

test('shows identical toasts once, for their full time', () => {
  const store = createToastStore()
  const texts = () => store.getSnapshot().toasts.map(({ text, detail }) => [text, detail].join())
  store.show({ level: 'error', text: 'failed', detail: 'too early' })
  vi.advanceTimersByTime(9_000)
  store.show({ level: 'error', text: 'failed', detail: 'too late' })
  store.show({ level: 'error', text: 'failed', detail: 'too early' })
  expect(texts()).toEqual(['failed,too late', 'failed,too early'])
  vi.advanceTimersByTime(9_999)
  expect(texts()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('keeps a lasting toast until it is dismissed', () => {
  const store = createToastStore()
  const dismiss = store.showLasting({ level: 'info', text: 'waiting' })
  store.hold('pointer')
  store.release('pointer')
  vi.advanceTimersByTime(600_000)
  expect(store.getSnapshot().toasts).toHaveLength(1)
  dismiss()
  expect(store.getSnapshot().toasts).toEqual([])
})
