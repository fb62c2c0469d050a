import type { Address } from 'viem'

/** PancakeSwap V2, by chain: what a swap on a public chain may call unless the app names others. */
export const KNOWN_ROUTERS: Readonly<Record<number, readonly Address[]>> = {
  56: ['0x10ED43C718714eb63d5aA57B78B54704E256024E'],
  97: ['0xD99D1c33F9fC3444f8101754aBC46c52416550D1'],
}
