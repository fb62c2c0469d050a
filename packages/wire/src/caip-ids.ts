import type { Address } from 'viem'
import type { CaipAddress, CaipNetworkId } from './caip-fields.ts'

// Apart from the schemas: a page that only writes ids need not load zod.

/** CAIP-2 id of the EVM chain `chainId`. */
export function toCaipNetworkId(chainId: number): CaipNetworkId {
  return `eip155:${chainId}`
}

/** CAIP-10 id of `address` on the EVM chain `chainId`. */
export function toCaipAddress(chainId: number, address: Address): CaipAddress {
  return `eip155:${chainId}:${address}`
}
