import type { Balance } from '@bullring/wallet-api/blockchain-api/balance'
import { toCaipAddress, toCaipNetworkId } from '@bullring/wire/caip-ids'
import { formatUnits } from 'viem'
import { type ChainIdentity, COIN_DECIMALS } from '../chain/rpc-client.ts'
import { neutralIconUri } from '../http/neutral-icon.ts'
import { toUsdNumber, type UsdPrice, type UsdPrices, usdValue } from '../tokens/usd.ts'
import type { Holdings } from './read-holdings.ts'

/** Converts balances to the wire format. The coin comes first. Clients recognize it by its missing address. */
export function toBalances(
  chain: ChainIdentity,
  { coin, tokens }: Holdings,
  prices: UsdPrices,
): Balance[] {
  const chainId = toCaipNetworkId(chain.id)
  const coinBalance = {
    name: chain.coin,
    symbol: chain.coin,
    chainId,
    ...worth(coin, COIN_DECIMALS, prices.coin),
    iconUrl: neutralIconUri(chain.coin),
  }
  const tokenBalances = tokens.map(({ token, amount }) => ({
    name: token.name,
    symbol: token.symbol,
    chainId,
    address: toCaipAddress(chain.id, token.address),
    ...worth(amount, token.decimals, prices.tokens.get(token.address) ?? null),
    iconUrl: neutralIconUri(token.symbol),
  }))
  return [coinBalance, ...tokenBalances]
}

function worth(
  amount: bigint,
  decimals: number,
  price: UsdPrice | null,
): Pick<Balance, 'value' | 'price' | 'quantity'> {
  return {
    ...(price !== null && { value: toUsdNumber(usdValue(amount, decimals, price)) }),
    // Kits compute with it: null breaks their swap and send views.
    price: price === null ? 0 : toUsdNumber(price),
    quantity: { decimals: `${decimals}`, numeric: formatUnits(amount, decimals) },
  }
}
