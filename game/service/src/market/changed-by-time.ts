import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import type { IndexedRound, RoundClock } from './round-rules.ts'

/** Number of the newest rounds that time alone can change, apart from refunds. */
const UNDECIDED_ROUNDS = 4

/** Two moments of chain time. */
export type TimeSpan = { before: UnixSeconds; after: UnixSeconds }

/** Finds the rounds whose card or state may differ between two moments although no fact has changed. */
export async function epochsThatTimeMayChange(
  clock: Pick<RoundClock, 'currentEpoch' | 'epochsRefundedBetween'>,
  { before, after }: TimeSpan,
): Promise<Epoch[]> {
  const [current, refunded] = await Promise.all([
    clock.currentEpoch(after),
    clock.epochsRefundedBetween(before, after),
  ])
  const newest = Number(current)
  const oldest = Math.max(newest - UNDECIDED_ROUNDS + 1, 1)
  const epochs = Array.from({ length: Math.max(newest - oldest + 1, 0) }, (_, i) => oldest + i)
  return [...refunded.filter((epoch) => epoch < oldest), ...epochs.map(toEpoch)]
}

/** Returns whether the round's card or state differs between two moments. */
export function isChangedByTime(round: IndexedRound, { before, after }: TimeSpan): boolean {
  const [was, is] = [round.at(before), round.at(after)]
  return was.display !== is.display || was.state.kind !== is.state.kind
}
