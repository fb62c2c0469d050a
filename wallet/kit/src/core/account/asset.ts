import type { Balance } from '@bullring/wallet-api/blockchain-api/balance'
import type { Address } from 'viem'
import { isAddress, parseUnits } from 'viem/utils'
import type { Network } from '#core/connect/connections.ts'

/** A coin or token that an account holds. */
export type Asset = {
  chainId: number
  name: string
  symbol: string
  decimals: number
  /** The token's contract; null for the network's own coin. */
  address: Address | null
  /** In the smallest unit. */
  balance: bigint
  /** USD for one; null where no price is known. */
  price: number | null
  iconUrl: string | null
}

/** A token that the app adds. */
export type Token = {
  chainId: number
  address: Address
  name: string
  symbol: string
  decimals: number
}

/** A uint8 in the contract. */
const MAX_DECIMALS = 255

/** More than the largest uint256 has, with any decimals. */
const MAX_DIGITS = 400

/** Returns the network's own coin as an asset. */
export function coinOf({ id, nativeCurrency }: Network, balance: bigint): Asset {
  return { chainId: id, address: null, balance, price: null, iconUrl: null, ...nativeCurrency }
}

/**
 * Converts a balance of the wallet service; null for tokens without decimals, which are not shown
 * (R-ACCOUNT-3).
 */
export function assetOf(balance: Balance, chainId: number): Asset | null {
  const { name, symbol, price, iconUrl, quantity } = balance
  const decimals = Number(quantity.decimals)
  if (!Number.isInteger(decimals) || decimals <= 0 || decimals > MAX_DECIMALS) return null
  if (quantity.numeric.length > MAX_DIGITS || !/^\d+(\.\d+)?$/.test(quantity.numeric)) return null
  const address = balance.address?.split(':')[2] ?? null
  if (address !== null && !isAddress(address, { strict: false })) return null
  return {
    chainId,
    name,
    symbol,
    decimals,
    address,
    balance: parseUnits(quantity.numeric, decimals),
    price: price === 0 ? null : price,
    iconUrl: iconUrl === '' ? null : iconUrl,
  }
}

/** True when both are the same coin or token. */
export function isSameAsset(one: Asset | null, other: Asset): boolean {
  return (
    one?.chainId === other.chainId && one.address?.toLowerCase() === other.address?.toLowerCase()
  )
}
