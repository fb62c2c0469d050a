import { RateLimitedError } from '@bullring/server/http/errors'
import type { HeldCounts } from '@bullring/server/limits/held-counts'

/** Requests of one IP address that wait for a mailed link at the same time. */
export const WAITS_PER_IP = 30

const RETRY_S = 5

/**
 * Runs a wait, unless its caller has too many.
 *
 * @throws {RateLimitedError}
 */
export async function holdWait<result>(
  waits: HeldCounts,
  ip: string,
  wait: () => Promise<result>,
): Promise<result> {
  if (!waits.hasRoom(ip)) throw new RateLimitedError(RETRY_S)
  waits.add(ip)
  try {
    return await wait()
  } finally {
    waits.remove(ip)
  }
}
