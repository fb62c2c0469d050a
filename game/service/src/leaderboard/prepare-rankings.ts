import { setTimeout as sleep } from 'node:timers/promises'
import type { SpanRequest } from './requested-spans.ts'

/** How often the versions are compared; no query. */
const CHECK_MS = 5

/** After the requests that follow a settlement. */
const IDLE_MS = 200

export type PrepareRankingsDeps = {
  /** What to prepare at once, in this order. One that is not in it any more when its turn comes is left out. */
  requests: () => readonly SpanRequest[]
  /** What to prepare later. */
  others: readonly SpanRequest[]
  /** Reads what has changed in the sums of a request. */
  prepare: (request: SpanRequest) => Promise<unknown>
  /** Changes whenever sums may, and at midnight; null while that is unknown. */
  version: () => string | null
  onFailure: (error: unknown) => void
}

/**
 * Reads what each settlement has changed before the next request does, one ranking at a time, until `signal` aborts. A
 * request that comes meanwhile does not wait for the others.
 */
export async function prepareRankings(
  { requests, others, prepare, version, onFailure }: PrepareRankingsDeps,
  signal: AbortSignal,
): Promise<void> {
  const prepareAll = async (current: () => readonly SpanRequest[]) => {
    for (const request of current()) {
      if (!signal.aborted && current().includes(request)) await prepare(request).catch(onFailure)
    }
  }
  let prepared: string | null = null
  let idleAtMs = Number.POSITIVE_INFINITY
  while (!signal.aborted) {
    const newest = version()
    if (newest !== null && newest !== prepared) {
      prepared = newest
      await prepareAll(requests)
      idleAtMs = performance.now() + IDLE_MS
    } else if (performance.now() >= idleAtMs) {
      idleAtMs = Number.POSITIVE_INFINITY
      await prepareAll(() => others)
    }
    await sleep(CHECK_MS, undefined, { signal }).catch(() => undefined)
  }
}
