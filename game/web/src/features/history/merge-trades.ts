import { isOlder, type Trade, tradeKey } from '#api/trade/trade.ts'

/** Returns the newest bets followed by the older pages' bets, without overlap. All newest first. */
export function mergeTrades(newest: readonly Trade[], older: readonly Trade[]): readonly Trade[] {
  const last = newest.at(-1)
  if (last === undefined) return older
  const known = new Set(newest.map(tradeKey))
  return [
    ...newest,
    ...older.filter((trade) => !known.has(tradeKey(trade)) && !isOlder(last, trade)),
  ]
}
