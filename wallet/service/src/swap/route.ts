import type { Address } from 'viem'
import type { Router } from '../chain/exchange.ts'

/** Path and yield of a swap. */
export type Route = {
  /** `wrap` and `unwrap` exchange the coin and the wrapped coin one to one, without a pool. */
  kind: 'pools' | 'wrap' | 'unwrap'
  router: Router
  /** Token addresses, with the wrapped coin in place of the coin. */
  path: readonly Address[]
  toAmount: bigint
  /** Share by which the swap moves the price, without the pools' fees; 0 to 1. */
  priceImpact: number
}

/** A way through pools that exist. */
export type Candidate = { router: Router; path: readonly Address[]; pools: readonly Address[] }
