import { HEARTBEAT_MS } from '@bullring/game-api/heartbeat'
import { StreamEvent } from '@bullring/game-api/stream'
import {
  ApiProblemError,
  ApiTimeoutError,
  ApiUnreachableError,
} from '@bullring/wire/http/request-errors'
import { parse } from '@bullring/wire/parse'
import { wait } from '../wait.ts'
import { createEventParser } from './event-parser.ts'
import { queryOf } from './query-of.ts'

/** Options of {@link liveEvents}. */
export type LiveEventsOptions = {
  /** Of the installation; by default the page's. */
  origin?: string
  /** Of the market; by default the service's. */
  symbol?: string
  /** Also receive events about the bets of this account. */
  account?: string
  /** Continue after this event: the `id` of the last one that was received. */
  lastEventId?: string | null
  /** Ends the events. */
  signal?: AbortSignal
  /** Called with each break of the connection, which is then opened again. */
  onBreak?: (error: unknown) => void
}

/** A live event, and the id that continues after it. Each carries the current state, not a difference. */
export type LiveEvent = StreamEvent & { id: string | null }

/** A connection without anything from the server for this long is dead. */
const QUIET_MS = 3 * HEARTBEAT_MS
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/**
 * Receives the live events of a market. A broken connection is opened again and continues where it ended; after a `reset`, events
 * are missing and everything must be read again, such as at the start.
 *
 * @throws {ApiProblemError} when the service refuses for good.
 * @example
 * for await (const { event, data } of liveEvents({ origin, symbol: 'BNB', signal })) console.log(event, data)
 */
export async function* liveEvents(options: LiveEventsOptions = {}): AsyncGenerator<LiveEvent> {
  const { signal = new AbortController().signal } = options
  let lastEventId = options.lastEventId ?? null
  let failures = 0
  while (!signal.aborted) {
    try {
      for await (const message of connect({ ...options, signal, lastEventId })) {
        failures = 0
        if (message === null) continue
        lastEventId = message.id ?? lastEventId
        yield message
      }
    } catch (error) {
      reportBreak(error, signal, options)
    }
    // Jitter, so that not every client reconnects to a restarted server in the same second.
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS) * (0.5 + Math.random())
    failures += 1
    await wait(delayMs, signal).catch(() => undefined)
  }
}

function reportBreak(error: unknown, signal: AbortSignal, { onBreak }: LiveEventsOptions): void {
  if (signal.aborted) return
  if (error instanceof ApiProblemError && !error.isRetryable) throw error
  onBreak?.(error)
}

type Connection = LiveEventsOptions & { signal: AbortSignal }
/** Null for one that only shows that the connection lives. */
type Message = LiveEvent | null

/** Yields what one connection receives, until it ends. */
async function* connect(options: Connection): AsyncGenerator<Message> {
  const { origin = '', symbol, account } = options
  const url = `${origin}/api/stream${queryOf({ symbol, user_address: account })}`
  const quiet = new AbortController()
  const { signal } = quiet
  let timer: ReturnType<typeof setTimeout> | undefined
  const received = () => {
    clearTimeout(timer)
    timer = setTimeout(() => quiet.abort(new ApiTimeoutError(url, QUIET_MS)), QUIET_MS)
  }
  received()
  try {
    const body = await open(url, options, signal)
    const parser = createEventParser()
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      received()
      for (const sent of parser.push(text)) yield decode(sent)
    }
    throw new ApiUnreachableError(url)
  } catch (error) {
    quiet.signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    quiet.abort()
  }
}

async function open(
  url: string,
  { lastEventId, signal }: Connection,
  quiet: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const headers = { ...(lastEventId && { 'last-event-id': lastEventId }) }
  const response = await fetch(url, {
    headers,
    signal: AbortSignal.any([signal, quiet]),
  }).catch((cause: unknown) => {
    throw new ApiUnreachableError(url, { cause })
  })
  const { ok, status, body } = response
  if (ok && body !== null) return body
  await body?.cancel()
  throw new ApiProblemError(url, {
    status,
    problemCode: null,
    retryAfterSeconds: null,
    detail: null,
  })
}

/** Decodes an event; null for one without an id, which changes no data. One that cannot be decoded counts as missed. */
function decode({ name, data, id }: { name: string; data: string; id: string | null }): Message {
  if (id === null) return null
  try {
    return { ...parse(StreamEvent, { event: name, data: JSON.parse(data) }), id }
  } catch {
    return { event: 'reset', data: { spread_ms: 0 }, id }
  }
}
