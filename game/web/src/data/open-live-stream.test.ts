import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#api/live-event.ts'
import { FakeEventSource } from '#testing/fake-event-source.ts'
import type { LineState } from './line.ts'
import { openLiveStream } from './open-live-stream.ts'

const PRICE = JSON.stringify({ timestamp: 1_700_000_000, price: '612.34', epoch: 7 })

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

const stop = { current: new AbortController() }

function openStream(isResumed = false) {
  const onEvents = vi.fn<(events: readonly LiveEvent[], position: number) => void>()
  const onTick = vi.fn()
  const onGap = vi.fn()
  const onLine = vi.fn<(line: LineState) => void>()
  const reachServer = vi.fn<(signal: AbortSignal) => Promise<unknown>>(async () => undefined)
  const { signal } = stop.current
  openLiveStream({
    open: () => ({ url: '/api/stream', isResumed }),
    onEvents,
    onTick,
    onGap,
    onLine,
    reachServer,
    signal,
  })
  const newest = () => FakeEventSource.all.at(-1) ?? expect.fail('no connection')
  /** Lets time pass on a connection without events. */
  const beat = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 2) {
      await vi.advanceTimersByTimeAsync(2_000)
      newest().send('heartbeat', '{}')
    }
  }
  const lines = () => onLine.mock.calls.map(([{ kind }]) => kind)
  const count = () => FakeEventSource.all.length
  return { onEvents, onTick, onGap, onLine, lines, reachServer, newest, beat, count }
}

/** Response of a server that cannot be reached. */
function neverResponds(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
  stop.current = new AbortController()
})
afterEach(() => {
  stop.current.abort()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('openLiveStream', () => {
  test('passes a burst of a thousand events on at once', () => {
    const { onEvents, newest } = openStream()
    newest().open()
    for (let index = 0; index < 1_000; index += 1) newest().send('price', PRICE)
    expect(onEvents).not.toHaveBeenCalled()
    vi.advanceTimersToNextFrame()
    expect(onEvents).toHaveBeenCalledTimes(1)
    expect(onEvents.mock.calls[0]?.[0]).toHaveLength(1_000)
  })

  test('reports a gap after a fresh connection, not after a resumed one', () => {
    const { onGap, newest, count } = openStream()
    newest().open()
    expect(onGap).toHaveBeenCalledTimes(1)
    newest().send('price', PRICE)
    newest().break(0)
    newest().open()
    expect(count()).toBe(1)
    expect(onGap).toHaveBeenCalledTimes(1)
  })

  test('reports no gap if the connection continues where the data of the page ends', () => {
    const { onGap, onEvents, newest } = openStream(true)
    newest().open()
    expect(onGap).not.toHaveBeenCalled()
    newest().send('price', PRICE, '8')
    newest().send('price', PRICE, '9')
    vi.advanceTimersToNextFrame()
    expect(onEvents.mock.calls[0]?.[1]).toBe(9)
  })

  test('passes on the price of an exchange while the page is visible, as no position to resume from', () => {
    const { onEvents, onTick, onGap, newest } = openStream()
    newest().open()
    newest().send('tick', '{"timestamp":1700000000,"price":"612.34"}')
    newest().send('tick', '{"timestamp":1700000001,"price":612.34}')
    vi.advanceTimersToNextFrame()
    expect(onTick.mock.calls).toEqual([[{ timestamp: 1_700_000_000, price: 61_234_000_000n }]])
    expect(onEvents).not.toHaveBeenCalled()
    setHidden(true)
    newest().send('tick', '{"timestamp":1700000002,"price":"612.35"}')
    expect(onTick).toHaveBeenCalledTimes(1)
    setHidden(false)
    newest().break(0)
    newest().open()
    expect(onGap).toHaveBeenCalledTimes(2)
  })

  test('error: reports a gap when a connection without a position resumes', () => {
    const { onGap, newest } = openStream()
    newest().open()
    newest().break(0)
    newest().open()
    expect(onGap).toHaveBeenCalledTimes(2)
  })

  test('error: reconnects after an error response, with backoff', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { newest, count } = openStream()
    newest().break(2)
    vi.advanceTimersByTime(999)
    expect(count()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(count()).toBe(2)
    newest().break(2)
    vi.advanceTimersByTime(1_999)
    expect(count()).toBe(2)
    vi.advanceTimersByTime(1)
    expect(count()).toBe(3)
  })

  test('closes in a hidden tab and reconnects when it is shown', () => {
    const { onGap, newest, count } = openStream()
    newest().open()
    setHidden(true)
    vi.advanceTimersByTime(19_000)
    expect(newest().readyState).toBe(1)
    vi.advanceTimersByTime(1_000)
    expect(newest().readyState).toBe(2)
    setHidden(false)
    expect(count()).toBe(2)
    newest().open()
    expect(onGap).toHaveBeenCalledTimes(2)
  })

  test('reconnects after the computer slept', async () => {
    const { newest, beat, count } = openStream()
    newest().open()
    await beat(20)
    expect(count()).toBe(1)
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(count()).toBeGreaterThan(1)
  })

  test('notices within 4 s that a line stalls, and that it is back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { newest, lines, onLine, beat, reachServer, onGap } = openStream()
    newest().open()
    await beat(30)
    expect(lines()).toEqual(['live'])
    const receivedAtMs = Date.now()
    reachServer.mockImplementation(neverResponds)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(lines()).toEqual(['live', 'lost'])
    expect(onLine).toHaveBeenLastCalledWith({ kind: 'lost', receivedAtMs })
    await vi.advanceTimersByTimeAsync(60_000)
    newest().open()
    expect(lines().at(-1)).toBe('live')
    expect(onGap).toHaveBeenCalledTimes(2)
  })

  test('is not lost while the server responds to requests', async () => {
    const { newest, lines, reachServer } = openStream()
    newest().open()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(lines()).toEqual(['live', 'polling'])
    expect(reachServer).toHaveBeenCalled()
  })

  test('fetches everything when the server responds again before the stream does', async () => {
    const { newest, lines, reachServer, onGap } = openStream()
    newest().open()
    reachServer.mockImplementation(neverResponds)
    await vi.advanceTimersByTimeAsync(4_000)
    reachServer.mockImplementation(async () => undefined)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(lines().at(-1)).toBe('polling')
    expect(onGap).toHaveBeenCalledTimes(2)
  })

  test('checks a line at once when the browser goes offline', async () => {
    const { newest, lines, reachServer } = openStream()
    newest().open()
    reachServer.mockRejectedValue(new TypeError('Failed to fetch'))
    window.dispatchEvent(new Event('offline'))
    await vi.advanceTimersByTimeAsync(0)
    expect(lines()).toEqual(['live', 'lost'])
  })

  test('does not take a hidden tab, whose timers are late, for a dead line', async () => {
    const { newest, lines } = openStream()
    newest().open()
    setHidden(true)
    await vi.advanceTimersByTimeAsync(15_000)
    setHidden(false)
    newest().send('heartbeat', '{}')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(lines()).toEqual(['live'])
  })

  test('closes on abort and drops events that were not passed on', () => {
    const { onEvents, newest, count } = openStream()
    newest().open()
    newest().send('price', PRICE)
    stop.current.abort()
    vi.advanceTimersByTime(60_000)
    window.dispatchEvent(new Event('online'))
    expect(newest().readyState).toBe(2)
    expect(count()).toBe(1)
    expect(onEvents).not.toHaveBeenCalled()
  })
})
