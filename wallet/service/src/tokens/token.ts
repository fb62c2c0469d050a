import type { Address } from 'viem'

/** An ERC-20 token that balances, history and swaps know. Others are left out: anyone can send anything. */
export type Token = {
  chainId: number
  address: Address
  name: string
  symbol: string
  decimals: number
  /** Worth as much as the chain's coin. */
  wrapsCoin: boolean
  /** Swaps of other tokens may pass through it. */
  isHub: boolean
}
