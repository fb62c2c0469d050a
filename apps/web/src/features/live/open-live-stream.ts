import { decodeLiveEvent, LIVE_EVENT_NAMES, type LiveEvent } from '#api/live-event.ts'
import { createFrameBatch } from './frame-batch.ts'

export type LiveStreamOptions = {
  url: string
  /** Gets all that came since the last frame, in order. */
  onEvents: (events: readonly LiveEvent[]) => void
  /** Events may have been missed: everything has to be asked for again. */
  onGap: () => void
  /** Ends the stream for good. */
  signal: AbortSignal
}

/** A tab nobody looks at gives its connection back after this time: a browser has six a server. */
const HIDDEN_LIMIT_MS = 20_000

/** Wait before the first try after a refusal; doubles with each, up to the maximum. */
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000

/** A timer that comes this late has slept with the computer: its connection may be dead. */
const PULSE_MS = 10_000
const SLEPT_MS = 3 * PULSE_MS

/**
 * Listens to the server's events.
 *
 * The browser resumes a broken connection by itself (Last-Event-ID). What it does not do is done here:
 * try again after a refusal, rest in a hidden tab, wake up with the computer and say when a gap has
 * to be closed by asking.
 */
export function openLiveStream({ url, onEvents, onGap, signal }: LiveStreamOptions): void {
  const batch = createFrameBatch(onEvents)
  let source: EventSource | null = null
  let refusals = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let pulsedAtMs = Date.now()

  const close = () => {
    clearTimeout(retryTimer)
    source?.close()
    source = null
  }
  const retry = () => {
    close()
    const delay = Math.min(FIRST_RETRY_MS * 2 ** refusals, MAX_RETRY_MS)
    refusals += 1
    // Spread out, so that a restarted server does not meet everybody in the same second.
    retryTimer = setTimeout(connect, delay * (0.5 + Math.random()))
  }
  const connect = () => {
    close()
    source = listen(url, {
      onOpen: (isResumed) => {
        refusals = 0
        if (!isResumed) onGap()
      },
      onEvent: batch.add,
      onRefused: retry,
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
  const pulse = () => {
    const hasSlept = Date.now() - pulsedAtMs > SLEPT_MS
    pulsedAtMs = Date.now()
    if (hasSlept && source !== null) connect()
  }

  const pulseTimer = setInterval(pulse, PULSE_MS)
  document.addEventListener('visibilitychange', onVisibility, { signal })
  window.addEventListener('online', connectIfClosed, { signal })
  window.addEventListener('pageshow', connectIfClosed, { signal })
  // A page with an open connection is not kept for the way back.
  window.addEventListener('pagehide', close, { signal })
  signal.addEventListener('abort', () => {
    clearInterval(pulseTimer)
    clearTimeout(hiddenTimer)
    close()
    batch.drop()
  })
  connectIfClosed()
}

type Listener = {
  /** @param isResumed - The server goes on where it stopped: nothing is missing. */
  onOpen: (isResumed: boolean) => void
  onEvent: (event: LiveEvent) => void
  /** The answer was no stream: the browser has given up. */
  onRefused: () => void
}

function listen(url: string, { onOpen, onEvent, onRefused }: Listener): EventSource {
  const source = new EventSource(url)
  let hasPosition = false
  source.addEventListener('open', () => onOpen(hasPosition))
  source.addEventListener('error', () => {
    if (source.readyState === source.CLOSED) onRefused()
  })
  for (const name of LIVE_EVENT_NAMES) {
    source.addEventListener(name, ({ data }) => {
      hasPosition = true
      onEvent(decodeLiveEvent(name, data))
    })
  }
  return source
}
