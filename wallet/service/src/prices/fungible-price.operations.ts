import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  type FungiblePrice,
  FungiblePriceRequest,
  FungiblePriceResponse,
} from '@bullring/wallet-api/blockchain-api/fungible-price'
import type { CaipContractField } from '@bullring/wire/caip-contract-field'
import { UnknownChainError } from '../chain/errors.ts'
import type { ChainIdentity } from '../chain/rpc-client.ts'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { neutralIconUri } from '../http/neutral-icon.ts'
import type { UsableTokens } from '../tokens/check-decimals.ts'
import { isNativeCoin } from '../tokens/native-coin.ts'
import { toUsdNumber, type UsdPrices } from '../tokens/usd.ts'

/** Tokens and prices of one chain. */
export type PricedChain = {
  identity: ChainIdentity
  tokens: UsableTokens
  prices: () => Promise<UsdPrices>
}

/** POST /v1/fungible/price. */
export function fungiblePriceOperations({
  chainOf,
}: {
  /** Undefined for a chain that is not served. */
  chainOf: (chainId: number) => PricedChain | undefined
}): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/v1/fungible/price',
      summary: 'USD prices of the coin and of tokens',
      body: FungiblePriceRequest,
      acceptsAnyType: true,
      response: FungiblePriceResponse,
      errors: [...KEY_ERRORS, 404, 502],
      security: ['projectId'],
      handler: async ({ body: { addresses } }) => {
        const prices = await Promise.all(
          addresses.map((wanted) => {
            const chain = chainOf(wanted.chainId)
            if (chain === undefined) throw new UnknownChainError(wanted.chainId)
            return priceOf(chain, wanted)
          }),
        )
        return { fungibles: prices.filter((price) => price !== null) }
      },
    }),
  ]
}

async function priceOf(
  { identity, tokens, prices }: PricedChain,
  { address }: CaipContractField,
): Promise<FungiblePrice | null> {
  const [listed, known] = await Promise.all([tokens(), prices()])
  if (isNativeCoin(address)) return toWire(identity.coin, identity.coin, known.coin)
  const token = listed.find((each) => each.address === address)
  return token ? toWire(token.name, token.symbol, known.tokens.get(address) ?? null) : null
}

function toWire(name: string, symbol: string, price: bigint | null): FungiblePrice {
  return {
    name,
    symbol,
    iconUrl: neutralIconUri(symbol),
    price: price === null ? 0 : toUsdNumber(price),
  }
}
