import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#api/live-event.ts'
import { openLiveStream } from './open-live-stream.ts'

const PRICE = JSON.stringify({ timestamp: 1_700_000_000, price: '612.34', epoch: 7 })

/** An EventSource that the test controls. */
class FakeSource extends EventTarget {
  static all: FakeSource[] = []
  readonly CLOSED = 2
  readyState = 0
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    FakeSource.all.push(this)
  }

  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  send(name: string, data: string) {
    this.dispatchEvent(new MessageEvent(name, { data }))
  }
  break(readyState: 0 | 2) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = 2
  }
}

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

const stop = { current: new AbortController() }

function openStream() {
  const onEvents = vi.fn<(events: readonly LiveEvent[]) => void>()
  const onGap = vi.fn()
  openLiveStream({ url: '/api/stream', onEvents, onGap, signal: stop.current.signal })
  const newest = () => FakeSource.all.at(-1) ?? expect.fail('no connection')
  return { onEvents, onGap, newest, count: () => FakeSource.all.length }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  FakeSource.all = []
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

  test('reconnects after the computer slept', () => {
    const { newest, count } = openStream()
    newest().open()
    vi.advanceTimersByTime(20_000)
    expect(count()).toBe(1)
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(10_000)
    expect(count()).toBe(2)
  })

  test('closes on abort and drops what has not been passed on', () => {
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
