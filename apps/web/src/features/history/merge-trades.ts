import type { Epoch } from '@bullring/prediction/units'
import type { Trade } from '#api/trade.ts'

/** Returns the newest bets followed by the older pages' bets, without overlap. All newest first. */
export function mergeTrades(newest: readonly Trade[], older: readonly Trade[]): readonly Trade[] {
  const oldest = oldestEpoch(newest)
  return oldest === null ? older : [...newest, ...older.filter(({ epoch }) => epoch < oldest)]
}

/** Returns the epoch of the last bet; null without bets. */
export function oldestEpoch(trades: readonly Trade[]): Epoch | null {
  return trades.at(-1)?.epoch ?? null
}
