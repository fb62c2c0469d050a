import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import type { OnrampOptions } from '@bullring/wallet-api/blockchain-api/onramp'
import type { Address } from 'viem'
import type { KitQuery } from '#core/service/kit-query.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import {
  type BuyOrder,
  type BuyQuote,
  getBuyOptions,
  getBuyQuote,
  getPurchases,
} from './buy-requests.ts'

const OPTIONS_STALE_MS = 300_000

/** A shown quote is fetched again this often. */
export const BUY_QUOTE_REFRESH_MS = 30_000

export function buyOptionsQuery(service: WalletService): KitQuery<OnrampOptions> {
  return {
    queryKey: ['buy', 'options'],
    queryFn: ({ signal }) => getBuyOptions(service, signal),
    staleTime: OPTIONS_STALE_MS,
  }
}

export function buyQuoteQuery(service: WalletService, order: BuyOrder): KitQuery<BuyQuote> {
  return {
    queryKey: ['buy', 'quote', order],
    queryFn: ({ signal }) => getBuyQuote(service, order, signal),
    gcTime: BUY_QUOTE_REFRESH_MS,
  }
}

export function purchasesQuery(
  service: WalletService,
  account: Address,
): KitQuery<readonly AnyTransaction[]> {
  return {
    queryKey: ['buy', 'purchases', account],
    queryFn: ({ signal }) => getPurchases(service, account, signal),
  }
}
