import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import type { Market } from './market.ts'
import { findRounds } from './market.ts'

/** How many of the newest rounds time alone can change, but for refunds. */
const UNDECIDED_ROUNDS = 4

/** Finds the rounds whose card or state differs between two moments although no fact has changed. */
export async function epochsChangedByTime(
  market: Pick<Market, 'clock' | 'findRound'>,
  before: UnixSeconds,
  after: UnixSeconds,
): Promise<Epoch[]> {
  const newest = Number(await market.clock.currentEpoch(after))
  const oldest = Math.max(newest - UNDECIDED_ROUNDS + 1, 1)
  const epochs = Array.from({ length: Math.max(newest - oldest + 1, 0) }, (_, i) => oldest + i)
  const refunded = await market.clock.epochsRefundedBetween(before, after)
  const older = refunded.filter((epoch) => epoch < oldest)
  const rounds = await findRounds(market, [...older, ...epochs.map(toEpoch)])
  return rounds.flatMap(({ round }) => {
    const [was, is] = [round.at(before), round.at(after)]
    return was.display === is.display && was.state.kind === is.state.kind ? [] : is.epoch
  })
}
