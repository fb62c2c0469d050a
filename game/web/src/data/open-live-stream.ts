import {
  decodeLiveEvent,
  decodeLiveTick,
  HEARTBEAT_NAME,
  LIVE_EVENT_NAMES,
  type LiveEvent,
  TICK_NAME,
} from '#api/live-event.ts'
import type { Tick } from '#api/round/tick.ts'
import { createFrameBatch } from './frame-batch.ts'
import type { LineState } from './line.ts'
import { createQuietWatch } from './quiet-watch.ts'

export type LiveStreamOptions = {
  /** Returns the URL of a new connection, and whether it continues where the data of the page ends. */
  open: () => { url: string; isResumed: boolean }
  /** Called with all events since the last frame, in order, and the journal position of the last one. */
  onEvents: (events: readonly LiveEvent[], position: number) => void
  /** Called with the price of an exchange, while the page is visible. */
  onTick?: (tick: Tick) => void
  /** Called when events may have been missed and everything must be refetched. */
  onGap: () => void
  /** Called when the state of the connection changes. */
  onLine: (line: LineState) => void
  /** Resolves if the server responds to an ordinary request. */
  reachServer: (signal: AbortSignal) => Promise<unknown>
  /** Closes the stream for good. */
  signal: AbortSignal
}

/** A hidden tab closes its connection after this time: browsers allow six per server over HTTP/1.1. */
const HIDDEN_LIMIT_MS = 20_000

/** Delay before the first reconnect. Doubles with each failure, up to the maximum. */
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000

/** Maximum while the server does not respond: any attempt may succeed. */
const MAX_LOST_RETRY_MS = 5_000

/** Time for the server to respond to the check of a quiet connection. */
const REACH_LIMIT_MS = 1_000

/**
 * Subscribes to the server's events.
 *
 * `EventSource` resumes a broken connection by itself (Last-Event-ID). This adds what it lacks: noticing
 * a connection that is open but dead, also after the computer slept, retrying after an error response,
 * closing in a hidden tab and reporting gaps.
 */
export function openLiveStream(options: LiveStreamOptions): void {
  const { open, onEvents, onGap, signal } = options
  const batch = createFrameBatch<Positioned>((received) => {
    const { position } = received.at(-1) ?? { position: Number.NaN }
    onEvents(
      received.map(({ event }) => event),
      position,
    )
  })
  const line = createLine(options)
  let source: EventSource | null = null
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(retryTimer)
    watch.stop()
    source?.close()
    source = null
  }
  const fail = () => {
    close()
    void line.check(watch.receivedAtMs())
    const longest = line.isLost() ? MAX_LOST_RETRY_MS : MAX_RETRY_MS
    const delay = Math.min(FIRST_RETRY_MS * 2 ** failures, longest)
    failures += 1
    // Jitter, so that not every page reconnects to a restarted server in the same second.
    retryTimer = setTimeout(connect, delay * (0.5 + Math.random()))
  }
  const watch = createQuietWatch(fail)
  const connect = () => {
    close()
    watch.start()
    source = listen(open(), {
      onOpen: (isResumed) => {
        failures = 0
        watch.received()
        line.open()
        if (!isResumed) onGap()
      },
      onHeartbeat: watch.received,
      onTick: (tick) => {
        watch.received()
        if (tick !== null && !document.hidden) options.onTick?.(tick)
      },
      onEvent: (event, position) => {
        watch.received()
        batch.add({ event, position })
      },
      onFailed: fail,
    })
  }
  const connectIfClosed = () => {
    if (source === null && !document.hidden) connect()
  }
  const onVisibility = () => {
    clearTimeout(hiddenTimer)
    // Browsers delay the timers of a hidden tab.
    watch.stop()
    if (document.hidden) hiddenTimer = setTimeout(close, HIDDEN_LIMIT_MS)
    else if (source === null) connect()
    else watch.start()
  }
  const onOffline = () => {
    if (source !== null) fail()
  }

  document.addEventListener('visibilitychange', onVisibility, { signal })
  window.addEventListener('online', connectIfClosed, { signal })
  window.addEventListener('offline', onOffline, { signal })
  window.addEventListener('pageshow', connectIfClosed, { signal })
  // An open connection would keep the page out of the back/forward cache.
  window.addEventListener('pagehide', close, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(hiddenTimer)
    close()
    batch.drop()
  })
  connectIfClosed()
}

/** Keeps the state of the line. A check decides whether a quiet or failed connection means that the server is gone. */
function createLine({ onLine, onGap, reachServer, signal }: LiveStreamOptions) {
  let state: LineState['kind'] = 'connecting'
  let opened = 0
  const set = (next: LineState) => {
    state = next.kind
    onLine(next)
  }
  return {
    isLost: () => state === 'lost',
    open: () => {
      opened += 1
      set({ kind: 'live' })
    },
    check: async (receivedAtMs: number): Promise<void> => {
      const before = { state, opened }
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), REACH_LIMIT_MS)
      const isReached = await reachServer(limit.signal).then(
        () => true,
        () => false,
      )
      clearTimeout(timer)
      // Meanwhile the connection may have opened again.
      if (signal.aborted || opened !== before.opened) return
      set(isReached ? { kind: 'polling' } : { kind: 'lost', receivedAtMs })
      if (isReached && before.state === 'lost') onGap()
    },
  }
}

/** An event and its journal position; NaN without one. */
type Positioned = { event: LiveEvent; position: number }

type Listener = {
  /** @param isResumed - Whether the server continues where the page's data ends, so that none is missing. */
  onOpen: (isResumed: boolean) => void
  onHeartbeat: () => void
  onTick: (tick: Tick | null) => void
  onEvent: (event: LiveEvent, position: number) => void
  /** The response was not a stream: the browser does not retry. */
  onFailed: () => void
}

function listen(
  { url, isResumed }: { url: string; isResumed: boolean },
  listener: Listener,
): EventSource {
  const { onOpen, onHeartbeat, onTick, onEvent, onFailed } = listener
  const source = new EventSource(url)
  let hasPosition = isResumed
  source.addEventListener('open', () => onOpen(hasPosition))
  source.addEventListener('error', () => {
    if (source.readyState === source.CLOSED) onFailed()
  })
  source.addEventListener(HEARTBEAT_NAME, onHeartbeat)
  source.addEventListener(TICK_NAME, ({ data }) => onTick(decodeLiveTick(data)))
  for (const name of LIVE_EVENT_NAMES) {
    source.addEventListener(name, ({ data, lastEventId }) => {
      hasPosition = true
      onEvent(decodeLiveEvent(name, data), Number(lastEventId || Number.NaN))
    })
  }
  return source
}
