import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch } from '@bullring/prediction/schedule'
import type { UnixSeconds } from '@bullring/prediction/units'

/** Stakes of an epoch and of the one before: the two rounds that a strike decides. */
export type StrikeView = {
  epoch: number
  isPending: boolean
  hasBets: boolean
}

/** Epochs whose strike can be settled at `now`: locked, and inside the settlement window. */
export function settleableEpochs(
  schedule: Schedule,
  settlementWindow: number,
  now: UnixSeconds,
): number[] {
  const { genesisTimestamp, intervalSeconds } = schedule
  const last = Number(currentEpoch(schedule, now)) - 1
  const oldestLock = now - settlementWindow
  const first = Math.max(Math.ceil((oldestLock - genesisTimestamp) / intervalSeconds), 1)
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index)
}

/**
 * Which strikes the keeper settles, in this order: those that decide bets before the others, and the
 * oldest first, because its window ends first.
 *
 * @param settlesEmpty - Whether strikes that decide no bet are settled too.
 */
export function dueStrikes(views: readonly StrikeView[], settlesEmpty: boolean): number[] {
  return views
    .filter((view) => view.isPending && (view.hasBets || settlesEmpty))
    .toSorted((a, b) => Number(b.hasBets) - Number(a.hasBets) || a.epoch - b.epoch)
    .map((view) => view.epoch)
}
