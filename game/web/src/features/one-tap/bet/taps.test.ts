import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTaps, UNDO_MS } from './taps.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Bet = { side: 'up' | 'down'; round: number }

const UP: Bet = { side: 'up', round: 1 }
const DOWN: Bet = { side: 'down', round: 1 }

function start() {
  const sent = Promise.withResolvers<void>()
  const spies = {
    canStart: vi.fn(() => true),
    send: vi.fn(() => sent.promise),
    onChange: vi.fn(),
    onStart: vi.fn(),
    onUndo: vi.fn(),
  }
  const taps = createTaps<Bet>({
    ...spies,
    isSameRound: (one, other) => one.round === other.round,
    isSameSide: (one, other) => one.side === other.side,
    nowMs: Date.now,
  })
  return { ...spies, sent, taps }
}

test('sends a bet once the time to undo it is over', async () => {
  const { taps, send, onChange, sent } = start()
  taps.press(UP)
  expect(onChange).toHaveBeenLastCalledWith([{ bet: UP, stage: 'undoable' }])
  vi.advanceTimersByTime(UNDO_MS - 1)
  expect(send).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(send).toHaveBeenCalledExactlyOnceWith(UP)
  expect(onChange).toHaveBeenLastCalledWith([{ bet: UP, stage: 'sent' }])
  sent.resolve()
  await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith([]))
})

test('a second press undoes the bet; a double tap does not', () => {
  const { taps, send, onChange, onUndo } = start()
  taps.press(UP)
  vi.advanceTimersByTime(100)
  taps.press(UP)
  expect(onUndo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(300)
  taps.press(UP)
  expect(onUndo).toHaveBeenCalledExactlyOnceWith(UP)
  expect(onChange).toHaveBeenLastCalledWith([])
  vi.advanceTimersByTime(UNDO_MS)
  expect(send).not.toHaveBeenCalled()
})

test('takes no other bet on a round while one can be undone or is under way', () => {
  const { taps, send, onUndo } = start()
  taps.press(UP)
  vi.advanceTimersByTime(1_000)
  taps.press(DOWN)
  vi.advanceTimersByTime(1_000)
  expect(send).toHaveBeenCalledExactlyOnceWith(UP)
  taps.press(DOWN)
  taps.press(UP)
  vi.advanceTimersByTime(UNDO_MS)
  expect(send).toHaveBeenCalledTimes(1)
  expect(onUndo).not.toHaveBeenCalled()
})

test('takes a bet on another round meanwhile; each is undone alone', () => {
  const { taps, send, onChange, onUndo } = start()
  const next = { ...UP, round: 2 }
  taps.press(UP)
  vi.advanceTimersByTime(1_000)
  taps.press(next)
  vi.advanceTimersByTime(1_000)
  expect(send).toHaveBeenCalledExactlyOnceWith(UP)
  taps.press(next)
  expect(onUndo).toHaveBeenCalledExactlyOnceWith(next)
  expect(onChange).toHaveBeenLastCalledWith([{ bet: UP, stage: 'sent' }])
})

test('starts no bet that may not start', () => {
  const { taps, canStart, onChange } = start()
  canStart.mockReturnValue(false)
  taps.press(UP)
  expect(onChange).not.toHaveBeenCalled()
})

test('drops a bet that was not sent when it stops', () => {
  const { taps, send } = start()
  taps.press(UP)
  expect(taps.stop()).toEqual([UP])
  vi.advanceTimersByTime(UNDO_MS)
  expect(send).not.toHaveBeenCalled()
})
