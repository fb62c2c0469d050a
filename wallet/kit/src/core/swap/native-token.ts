import { toCaipAddress } from '@bullring/wire/caip-ids'
import type { Address } from 'viem'
import type { Asset } from '#core/account/asset.ts'

/** Stands for the network's own coin in requests about swaps; lower case, as services compare it. */
const NATIVE_TOKEN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Returns the CAIP-10 id of a coin or token in requests about swaps. */
export function swapIdOf({ chainId, address }: Pick<Asset, 'chainId' | 'address'>): string {
  return toCaipAddress(chainId, address ?? NATIVE_TOKEN)
}

/** Returns the contract of a token in a list of swap tokens; null for the coin. */
export function contractOf(address: Address): Address | null {
  return address.toLowerCase() === NATIVE_TOKEN ? null : address
}
