import type { Address } from 'viem'
import type { CaipAddress, CaipNetworkId, SolanaChainId } from './caip-fields.ts'

// Separate from the schemas: a page that only formats ids does not load zod.

/** Returns the CAIP-2 id of the EVM chain `chainId`. */
export function toCaipNetworkId(chainId: number): CaipNetworkId {
  return `eip155:${chainId}`
}

/** Returns the CAIP-2 id of an EVM chain or a Solana cluster. */
export function toCaipChainId(chain: number | SolanaChainId): CaipNetworkId | SolanaChainId {
  return typeof chain === 'number' ? toCaipNetworkId(chain) : chain
}

/** Returns the CAIP-10 id of `address` on the EVM chain `chainId`. */
export function toCaipAddress(chainId: number, address: Address): CaipAddress {
  return `eip155:${chainId}:${address}`
}
