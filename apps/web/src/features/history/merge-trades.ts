import type { Epoch } from '@bullring/prediction/units'
import type { Trade } from '#api/trade.ts'

/** The newest bets and, below them, what the older pages have beyond. Both newest first. */
export function mergeTrades(newest: readonly Trade[], older: readonly Trade[]): readonly Trade[] {
  const reach = oldestEpoch(newest)
  return reach === null ? older : [...newest, ...older.filter(({ epoch }) => epoch < reach)]
}

/** Null for no bets. */
export function oldestEpoch(trades: readonly Trade[]): Epoch | null {
  return trades.at(-1)?.epoch ?? null
}
