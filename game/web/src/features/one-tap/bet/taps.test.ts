import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTaps, UNDO_MS } from './taps.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start() {
  const sent = Promise.withResolvers<void>()
  const spies = { send: vi.fn(() => sent.promise), onChange: vi.fn(), onUndo: vi.fn() }
  const isSame = (one: string, other: string) => one === other
  return { ...spies, sent, taps: createTaps<string>({ ...spies, isSame, nowMs: Date.now }) }
}

test('sends a bet once the time to undo it is over', async () => {
  const { taps, send, onChange, sent } = start()
  taps.press('up')
  expect(onChange).toHaveBeenLastCalledWith({ bet: 'up', stage: 'undoable' })
  vi.advanceTimersByTime(UNDO_MS - 1)
  expect(send).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(send).toHaveBeenCalledExactlyOnceWith('up')
  expect(onChange).toHaveBeenLastCalledWith({ bet: 'up', stage: 'sent' })
  sent.resolve()
  await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith(null))
})

test('a second press undoes the bet; a double tap does not', () => {
  const { taps, send, onChange, onUndo } = start()
  taps.press('up')
  vi.advanceTimersByTime(100)
  taps.press('up')
  expect(onUndo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(300)
  taps.press('up')
  expect(onUndo).toHaveBeenCalledExactlyOnceWith('up')
  expect(onChange).toHaveBeenLastCalledWith(null)
  vi.advanceTimersByTime(UNDO_MS)
  expect(send).not.toHaveBeenCalled()
})

test('takes no other bet while one can be undone or is under way', () => {
  const { taps, send, onUndo } = start()
  taps.press('up')
  vi.advanceTimersByTime(1_000)
  taps.press('down')
  vi.advanceTimersByTime(1_000)
  expect(send).toHaveBeenCalledExactlyOnceWith('up')
  taps.press('down')
  taps.press('up')
  vi.advanceTimersByTime(UNDO_MS)
  expect(send).toHaveBeenCalledTimes(1)
  expect(onUndo).not.toHaveBeenCalled()
})

test('drops a bet that was not sent when it stops', () => {
  const { taps, send } = start()
  taps.press('up')
  taps.stop()
  vi.advanceTimersByTime(UNDO_MS)
  expect(send).not.toHaveBeenCalled()
})
