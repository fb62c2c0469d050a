import { decodeLiveEvent, LIVE_EVENT_NAMES, type LiveEvent } from '#api/live-event.ts'
import { createFrameBatch } from './frame-batch.ts'

export type LiveStreamOptions = {
  url: string
  /** Called with all events since the last frame, in order. */
  onEvents: (events: readonly LiveEvent[]) => void
  /** Called when events may have been missed and everything must be refetched. */
  onGap: () => void
  /** Closes the stream for good. */
  signal: AbortSignal
}

/** A hidden tab closes its connection after this time: browsers allow six per server over HTTP/1.1. */
const HIDDEN_LIMIT_MS = 20_000

/** Delay before the first reconnect; doubles with each failure, up to the maximum. */
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000

/** A timer that fires this late means that the computer slept: the connection may be dead. */
const SLEEP_CHECK_MS = 10_000
const SLEPT_MS = 3 * SLEEP_CHECK_MS

/**
 * Subscribes to the server's events.
 *
 * `EventSource` resumes a broken connection by itself (Last-Event-ID). This adds what it lacks: retrying
 * after an error response, closing in a hidden tab, reconnecting after the computer slept and reporting
 * gaps.
 */
export function openLiveStream({ url, onEvents, onGap, signal }: LiveStreamOptions): void {
  const batch = createFrameBatch(onEvents)
  let source: EventSource | null = null
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let checkedAtMs = Date.now()

  const close = () => {
    clearTimeout(retryTimer)
    source?.close()
    source = null
  }
  const retry = () => {
    close()
    const delay = Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS)
    failures += 1
    // Jitter, so that not every page reconnects to a restarted server in the same second.
    retryTimer = setTimeout(connect, delay * (0.5 + Math.random()))
  }
  const connect = () => {
    close()
    source = listen(url, {
      onOpen: (isResumed) => {
        failures = 0
        if (!isResumed) onGap()
      },
      onEvent: batch.add,
      onFailed: retry,
    })
  }
  const connectIfClosed = () => {
    if (source === null && !document.hidden) connect()
  }
  const onVisibility = () => {
    clearTimeout(hiddenTimer)
    if (document.hidden) hiddenTimer = setTimeout(close, HIDDEN_LIMIT_MS)
    else connectIfClosed()
  }
  const reconnectAfterSleep = () => {
    const hasSlept = Date.now() - checkedAtMs > SLEPT_MS
    checkedAtMs = Date.now()
    if (hasSlept && source !== null) connect()
  }

  const sleepTimer = setInterval(reconnectAfterSleep, SLEEP_CHECK_MS)
  document.addEventListener('visibilitychange', onVisibility, { signal })
  window.addEventListener('online', connectIfClosed, { signal })
  window.addEventListener('pageshow', connectIfClosed, { signal })
  // An open connection would keep the page out of the back/forward cache.
  window.addEventListener('pagehide', close, { signal })
  signal.addEventListener('abort', () => {
    clearInterval(sleepTimer)
    clearTimeout(hiddenTimer)
    close()
    batch.drop()
  })
  connectIfClosed()
}

type Listener = {
  /** @param isResumed - Whether the server continues from the last event, so that none is missing. */
  onOpen: (isResumed: boolean) => void
  onEvent: (event: LiveEvent) => void
  /** The response was not a stream: the browser does not retry. */
  onFailed: () => void
}

function listen(url: string, { onOpen, onEvent, onFailed }: Listener): EventSource {
  const source = new EventSource(url)
  let hasPosition = false
  source.addEventListener('open', () => onOpen(hasPosition))
  source.addEventListener('error', () => {
    if (source.readyState === source.CLOSED) onFailed()
  })
  for (const name of LIVE_EVENT_NAMES) {
    source.addEventListener(name, ({ data }) => {
      hasPosition = true
      onEvent(decodeLiveEvent(name, data))
    })
  }
  return source
}
