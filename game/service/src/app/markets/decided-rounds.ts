import { toEpoch } from '@bullring/prediction/units'
import type { RoundSnapshot } from '../../market/round-rules.ts'
import type { Market } from './market.ts'

type ReadMarket = Pick<Market, 'rounds' | 'now'>

/** Returns the number of a market's open round. */
export async function openEpoch({ rounds, now }: ReadMarket): Promise<number> {
  return Number(await rounds.clock.currentEpoch(now()))
}

/** Finds those of some rounds that are settled or refunded in the newest block: chain time predicts the next one. */
export async function findDecided(
  { rounds }: Pick<Market, 'rounds'>,
  epochs: readonly number[],
): Promise<Map<number, RoundSnapshot>> {
  const found = await rounds.findRounds(epochs.map(toEpoch))
  const snapshots = found.map(({ round, blockTime }) => round.at(blockTime))
  return new Map(
    snapshots
      .filter(({ state }) => state.kind === 'settled' || state.kind === 'refund')
      .map((round) => [Number(round.epoch), round]),
  )
}
