import type { OnrampOptions } from '@bullring/wallet-api/blockchain-api/onramp'

export type BuyProvider = OnrampOptions['providers'][number]
export type BuyCoin = OnrampOptions['purchaseCurrencies'][number]
export type BuyFiat = OnrampOptions['paymentCurrencies'][number]

/** Coins, currencies and providers for purchases on one network. */
export type BuyOffer = {
  chainId: number
  providers: readonly BuyProvider[]
  coins: readonly BuyCoin[]
  fiats: readonly BuyFiat[]
}

/** Returns the offer on a network; null where nothing can be bought. */
export function offerOn(options: OnrampOptions, chainId: number): BuyOffer | null {
  const { providers, paymentCurrencies: fiats, purchaseCurrencies } = options
  const coins = purchaseCurrencies.filter(({ networks }) =>
    networks.some(({ chain_id }) => chain_id === `${chainId}`),
  )
  if (providers.length === 0 || fiats.length === 0 || coins.length === 0) return null
  return { chainId, providers, coins, fiats }
}
