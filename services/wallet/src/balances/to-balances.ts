import type { Balance } from '@bullring/wire/blockchain-api/balance'
import { toCaipAddress, toCaipNetworkId } from '@bullring/wire/caip-ids'
import { formatUnits } from 'viem'
import { type ChainIdentity, COIN_DECIMALS } from '../chain/rpc-client.ts'
import { neutralIconUri } from '../http/neutral-icon.ts'
import type { Holdings } from './read-holdings.ts'

/**
 * Converts balances to the wire format. The coin comes first; clients recognize it by its missing address.
 *
 * @param coinPrice - USD for one coin; null where no price is known.
 */
export function toBalances(
  chain: ChainIdentity,
  { coin, tokens }: Holdings,
  coinPrice: number | null,
): Balance[] {
  const coinBalance = {
    name: chain.coin,
    symbol: chain.coin,
    chainId: toCaipNetworkId(chain.id),
    ...worth(coin, COIN_DECIMALS, coinPrice),
    iconUrl: neutralIconUri(chain.coin),
  }
  const tokenBalances = tokens.map(({ token, amount }) => ({
    name: token.name,
    symbol: token.symbol,
    chainId: toCaipNetworkId(chain.id),
    address: toCaipAddress(chain.id, token.address),
    ...worth(amount, token.decimals, token.wrapsCoin ? coinPrice : null),
    iconUrl: neutralIconUri(token.symbol),
  }))
  return [coinBalance, ...tokenBalances]
}

function worth(
  amount: bigint,
  decimals: number,
  price: number | null,
): Pick<Balance, 'value' | 'price' | 'quantity'> {
  const numeric = formatUnits(amount, decimals)
  return {
    ...(price !== null && { value: Number(numeric) * price }),
    // Kits compute with it: null breaks their swap and send views.
    price: price ?? 0,
    quantity: { decimals: `${decimals}`, numeric },
  }
}
