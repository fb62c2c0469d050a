/** `bullring` is our own contract, whose rounds follow the clock. `pancake-v2` is PancakePredictionV2. */
export const MARKET_KINDS = ['bullring', 'pancake-v2'] as const

/** One of {@link MARKET_KINDS}. */
export type MarketKind = (typeof MARKET_KINDS)[number]
