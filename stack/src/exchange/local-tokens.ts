/** A play-money token of the local exchange. */
export type LocalTokenPlan = {
  name: string
  symbol: string
  decimals: number
  /** Price at which its pools start, and around which the trader keeps it: USD with 2 decimals. */
  usdCents: bigint
  /** In whole tokens. */
  supply: bigint
}

/** Their decimals differ on purpose: nothing may assume 18. */
export const LOCAL_TOKENS: readonly LocalTokenPlan[] = [
  {
    name: 'Play Dollar (local)',
    symbol: 'PLAYUSD',
    decimals: 6,
    usdCents: 100n,
    supply: 100_000_000n,
  },
  {
    name: 'Red Cape (local)',
    symbol: 'CAPE',
    decimals: 18,
    usdCents: 42n,
    supply: 100_000_000n,
  },
  {
    name: 'Lucky Horseshoe (local)',
    symbol: 'SHOE',
    decimals: 8,
    usdCents: 1_250n,
    supply: 10_000_000n,
  },
]
