import type { StreamEvent } from '@bullring/game-api/stream'

/** A page fetches about ten responses again. */
const RESET_MS_PER_CLIENT = 5
const MAX_RESET_MS = 30_000

/** Clients reconnect after a random time of this range: when a process ends, all come. */
export const MIN_RETRY_MS = 500
export const MAX_RETRY_MS = 2_500
const RETURN_MS = MAX_RETRY_MS - MIN_RETRY_MS
/** Before that, a few clients that come at once would look like thousands. */
const MIN_SEEN_MS = 100

/**
 * Gives resets the time over which all clients are to fetch: the fetches of a thousand clients take the service some
 * seconds.
 */
export function spreadResets(events: readonly StreamEvent[], clients: number): StreamEvent[] {
  const spread_ms = Math.min(Math.round(clients * RESET_MS_PER_CLIENT), MAX_RESET_MS)
  return events.map((event) =>
    event.event === 'reset' ? { ...event, data: { spread_ms } } : event,
  )
}

/**
 * Estimates how many clients there will be after a start of the process, when all of before come back.
 *
 * @param clients - Number of clients so far.
 * @param seenMs - Time since the first of them came.
 */
export function expectedClients(clients: number, seenMs: number): number {
  return clients * Math.max(1, RETURN_MS / Math.max(seenMs, MIN_SEEN_MS))
}
