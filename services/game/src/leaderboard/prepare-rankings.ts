import { setTimeout as sleep } from 'node:timers/promises'
import type { SpanRequest } from './requested-spans.ts'

/** How often the versions are compared; no query. */
const CHECK_MS = 20

export type PrepareRankingsDeps = {
  /** What to prepare, in this order. One that is not in it any more when its turn comes is left out. */
  requests: () => readonly SpanRequest[]
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
  { requests, prepare, version, onFailure }: PrepareRankingsDeps,
  signal: AbortSignal,
): Promise<void> {
  let prepared: string | null = null
  while (!signal.aborted) {
    const newest = version()
    if (newest !== null && newest !== prepared) {
      prepared = newest
      for (const request of requests()) {
        if (!signal.aborted && requests().includes(request)) {
          await prepare(request).catch(onFailure)
        }
      }
    }
    await sleep(CHECK_MS, undefined, { signal }).catch(() => undefined)
  }
}
