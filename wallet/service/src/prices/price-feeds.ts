import type { Address } from 'viem'
import { NATIVE_COIN } from '../tokens/native-coin.ts'

/** A Chainlink-compatible feed of a USD price. */
export type PriceFeed = {
  /** The token, or `NATIVE_COIN`. */
  token: Address
  feed: Address
  /** Description that the feed must have; null for a feed that the operator named. */
  description: string | null
}

function preset(token: Address, feed: Address, description: string): PriceFeed {
  return { token, feed, description }
}

/** Chainlink's feeds on BNB Smart Chain and its testnet. Each is only used if it confirms its description. */
const PRESETS: Readonly<Record<number, readonly PriceFeed[]>> = {
  56: [
    preset(NATIVE_COIN, '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE', 'BNB / USD'),
    preset(
      '0x55d398326f99059fF775485246999027B3197955',
      '0xB97Ad0E74fa7d920791E90258A6E2085088b4320',
      'USDT / USD',
    ),
    preset(
      '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
      '0x51597f405303C4377E36123cBc172b13269EA163',
      'USDC / USD',
    ),
    preset(
      '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82',
      '0xB6064eD41d4f67e353768aA239cA86f4F73665a1',
      'CAKE / USD',
    ),
    preset(
      '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
      '0x9ef1B8c0E4F7dc8bF5719Ea496883DC6401d5b2e',
      'ETH / USD',
    ),
    preset(
      '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
      '0x264990fbd0A4796A3E3d8E37C4d5F87a3aCa5Ebf',
      'BTC / USD',
    ),
    preset(
      '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
      '0xcBb98864Ef56E9042e7d2efef76141f15731B82f',
      'BUSD / USD',
    ),
    preset(
      '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
      '0x132d3C0B1D2cEa0BC552588063bdBb210FDeecfA',
      'DAI / USD',
    ),
  ],
  97: [preset(NATIVE_COIN, '0x2514895c72f50D8bd4B4F9b1110F0D6bD2c97526', 'BNB / USD')],
}

/** Returns the feeds of a chain: the configured ones, and presets for tokens without one. */
export function feedsOf(chainId: number, configured: readonly PriceFeed[]): readonly PriceFeed[] {
  const named = new Set(configured.map(({ token }) => token))
  return [...configured, ...(PRESETS[chainId] ?? []).filter(({ token }) => !named.has(token))]
}
