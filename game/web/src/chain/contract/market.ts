import type { Address } from 'viem'

/** Address and chain of a market's contract. */
export type Market = { prediction: Address; chainId: number }
