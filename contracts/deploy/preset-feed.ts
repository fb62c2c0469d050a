import type { Address } from 'viem'

/** Chainlink's BNB/USD proxies by chain. Source: docs.chain.link, price feed addresses, BNB Chain. */
const PRESET_FEEDS: Readonly<Record<number, Address>> = {
  56: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE',
  97: '0x2514895c72f50D8bd4B4F9b1110F0D6bD2c97526',
}

/** Returns the price feed of BNB/USD on a chain; null where none is known. */
export function presetFeed(chainId: number): Address | null {
  return PRESET_FEEDS[chainId] ?? null
}
