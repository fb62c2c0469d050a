import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'

/** A player needs about this long to read and approve a bet in a wallet. */
const APPROVAL_SECONDS = 8

/** Returns the time from which a round's lock is too close to open an approval. */
export function lastApprovalAt(lock: UnixSeconds): UnixSeconds {
  return toUnixSeconds(lock - APPROVAL_SECONDS)
}
