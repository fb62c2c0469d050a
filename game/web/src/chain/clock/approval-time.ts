import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'

/** A player needs about this long to read and approve a bet in a wallet. */
const APPROVAL_SECONDS = 8

/** A permission is mined after the approval, and only then a bet is sent that can be undone. */
const PERMISSION_SECONDS = 20

/** Returns the time from which a round's lock is too close to bet with a permission that is still to be approved. */
export function lastPermissionAt(lock: UnixSeconds): UnixSeconds {
  return toUnixSeconds(lock - PERMISSION_SECONDS)
}

/** Returns the time from which a round's lock is too close to open an approval. */
export function lastApprovalAt(lock: UnixSeconds): UnixSeconds {
  return toUnixSeconds(lock - APPROVAL_SECONDS)
}
