import type { Balance } from '@bullring/wallet-api/blockchain-api/balance'
import { toCaipAddress, toCaipNetworkId } from '@bullring/wire/caip-ids'
import { formatUnits } from 'viem/utils'
import type { Asset } from '../asset.ts'

/** Converts an asset to the form for integrators (R-ACCOUNT-3), the reverse of `assetOf`. */
export function balanceOf(asset: Asset): Balance {
  const { chainId, address, name, symbol, decimals, price, iconUrl } = asset
  const numeric = formatUnits(asset.balance, decimals)
  return {
    name,
    symbol,
    chainId: toCaipNetworkId(chainId),
    ...(address !== null && { address: toCaipAddress(chainId, address) }),
    ...(price !== null && { value: Number(numeric) * price }),
    price: price ?? 0,
    quantity: { decimals: `${decimals}`, numeric },
    iconUrl: iconUrl ?? '',
  }
}
