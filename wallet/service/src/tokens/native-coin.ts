import { type Address, isAddressEqual } from 'viem'

/** Stands for the chain's coin where clients need an address. They compare it as text: lower case only. */
export const NATIVE_COIN: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Returns whether an address of a request, in any letter case, stands for the coin. */
export function isNativeCoin(address: Address): boolean {
  return isAddressEqual(address, NATIVE_COIN)
}
