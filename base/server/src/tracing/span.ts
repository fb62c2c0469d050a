import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span, SpanKind } from '@opentelemetry/api'

/** Start of a span. Attributes never hold addresses, secrets, URLs or parameters of queries. */
export type SpanStart = {
  /** Has few different values, such as "POST /api/leaderboard". */
  name: string
  kind: keyof typeof SpanKind
  attributes?: Attributes
  /** Unix milliseconds, by default now. */
  startMs?: number
}

/** Creates spans. `startTracing` loads one. */
export type SpanFactory = {
  /** @param parent - A span of this process, the `traceparent` header of another process, or null for a new trace. */
  startSpan: (start: SpanStart, parent: Span | string | null) => Span
  /** Returns the W3C `traceparent` header that makes a span the parent of spans in another process. */
  traceparentOf: (span: Span) => string
}

/** ERROR of OpenTelemetry's `SpanStatusCode`, which is not loaded while tracing is off. */
const ERROR_STATUS = 2

const current = new AsyncLocalStorage<Span>()
let factory: SpanFactory | null = null

/** Turns tracing on, or off with null. */
export function setSpanFactory(next: SpanFactory | null): void {
  factory = next
}

/** Returns whether spans are recorded. */
export function isTracing(): boolean {
  return factory !== null
}

/**
 * Runs a request from outside within a span.
 *
 * @param traceparent - W3C header of the caller's span; null starts a new trace.
 * @param run - Receives the span; null while tracing is off.
 */
export function traceEntry<result>(
  start: SpanStart,
  traceparent: string | null,
  run: (span: Span | null) => Promise<result>,
): Promise<result> {
  if (factory === null) return run(null)
  return runWithin(factory.startSpan(start, traceparent), run)
}

/**
 * Runs a call to another system within a span, if the caller is within one: background loops have no spans, or each poll
 * would be a trace.
 *
 * @param describe - Called if there is a span.
 */
export function traceCall<result>(
  describe: () => SpanStart,
  run: () => Promise<result>,
): Promise<result> {
  const parent = current.getStore()
  if (factory === null || parent === undefined) return run()
  return runWithin(factory.startSpan(describe(), parent), run)
}

/**
 * Records a call that has just ended, if the caller is within a span.
 *
 * @param start.startMs - When it began.
 */
export function recordCall(start: SpanStart & { startMs: number }, error?: unknown): void {
  const parent = current.getStore()
  if (factory === null || parent === undefined) return
  const span = factory.startSpan(start, parent)
  if (error !== undefined) markFailed(span, error)
  span.end()
}

/** Returns the `traceparent` header for a request to another of our services, or undefined outside a span. */
export function currentTraceparent(): string | undefined {
  const span = current.getStore()
  return factory === null || span === undefined ? undefined : factory.traceparentOf(span)
}

async function runWithin<result>(
  span: Span,
  run: (span: Span) => Promise<result>,
): Promise<result> {
  try {
    return await current.run(span, run, span)
  } catch (error) {
    markFailed(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Names the error only: messages may hold URLs with keys. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: ERROR_STATUS })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}
