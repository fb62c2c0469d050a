import type { SwapToken } from '@bullring/wallet-api/blockchain-api/convert-tokens'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { getAddress, isAddress } from 'viem/utils'
import { type Asset, isSameAsset } from '#core/account/asset.ts'
import { contractOf } from './native-token.ts'

/**
 * Returns the assets that can be swapped, with balance and price where the account holds some. Tokens of another
 * chain, and tokens whose decimals differ from the balances', are left out: amounts would be wrong.
 */
export function swapAssets(
  tokens: readonly SwapToken[],
  held: readonly Asset[],
  chainId: number,
): readonly Asset[] {
  return tokens.flatMap((token) => {
    const asset = toAsset(token, chainId)
    if (asset === null) return []
    const known = held.find((other) => isSameAsset(other, asset))
    if (known === undefined) return [asset]
    return known.decimals === asset.decimals
      ? [{ ...asset, balance: known.balance, price: known.price }]
      : []
  })
}

function toAsset({ name, symbol, address, decimals, logoUri }: SwapToken, chainId: number) {
  const prefix = `${toCaipNetworkId(chainId)}:`
  const plain = address.slice(prefix.length)
  if (!address.startsWith(prefix) || !isAddress(plain, { strict: false })) return null
  const iconUrl = logoUri === '' ? null : logoUri
  const contract = contractOf(getAddress(plain))
  return { chainId, name, symbol, decimals, address: contract, balance: 0n, price: null, iconUrl }
}
