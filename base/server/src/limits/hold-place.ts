import { RateLimitedError } from '../http/errors/errors.ts'
import type { HeldCounts } from './held-counts.ts'

/**
 * Runs `task` while `caller` holds one more place.
 *
 * @throws {RateLimitedError} with `retryS` seconds, when the caller holds all it may.
 */
export async function holdPlace<result>(
  places: Pick<HeldCounts, 'hasRoom' | 'add' | 'remove'>,
  { caller, retryS }: { caller: string; retryS: number },
  task: () => Promise<result>,
): Promise<result> {
  if (!places.hasRoom(caller)) throw new RateLimitedError(retryS)
  places.add(caller)
  try {
    return await task()
  } finally {
    places.remove(caller)
  }
}
