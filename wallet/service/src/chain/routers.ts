import type { Address } from 'viem'

/** PancakeSwap V2. */
const PRESETS: Readonly<Record<number, Address>> = {
  56: '0x10ED43C718714eb63d5aA57B78B54704E256024E',
  97: '0xD99D1c33F9fC3444f8101754aBC46c52416550D1',
}

/** Returns the routers of a chain, of the Uniswap V2 kind: the preset one and the configured ones. */
export function routersOf(chainId: number, configured: readonly Address[]): readonly Address[] {
  const preset = PRESETS[chainId]
  return [...new Set([...(preset === undefined ? [] : [preset]), ...configured])]
}
