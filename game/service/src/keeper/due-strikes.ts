import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch } from '@bullring/prediction/schedule'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'

/** A strike as the contract has it. */
export type StrikeView = {
  epoch: Epoch
  isPending: boolean
  /**
   * True when one of the two rounds it decides, `epoch` and the one before, has bets on both sides: others
   * are refunded without a price.
   */
  isNeeded: boolean
}

/** Lists the epochs whose strike can be settled at `now`: due, and inside the settlement window. */
export function settleableEpochs(
  schedule: Schedule,
  settlementWindow: number,
  now: UnixSeconds,
): Epoch[] {
  const { genesisTimestamp, intervalSeconds, strikeDelay } = schedule
  const newestLock = toUnixSeconds(now - strikeDelay)
  const last = Number(currentEpoch(schedule, newestLock)) - 1
  const oldestLock = newestLock - settlementWindow
  const first = Math.max(Math.ceil((oldestLock - genesisTimestamp) / intervalSeconds), 1)
  const count = Math.max(last - first + 1, 0)
  return Array.from({ length: count }, (_, index) => toEpoch(first + index))
}

/**
 * Picks the strikes to settle: first those that bets depend on, and the oldest first, because its window
 * ends first.
 *
 * @param shouldSettleEmpty - Includes strikes that no bet depends on.
 */
export function dueStrikes(views: readonly StrikeView[], shouldSettleEmpty: boolean): Epoch[] {
  return views
    .filter((view) => view.isPending && (view.isNeeded || shouldSettleEmpty))
    .toSorted((a, b) => Number(b.isNeeded) - Number(a.isNeeded) || Number(a.epoch - b.epoch))
    .map((view) => view.epoch)
}
