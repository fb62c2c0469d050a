import type { SwapToken } from '@bullring/wallet-api/blockchain-api/convert-tokens'
import type { Address } from 'viem'
import type { Asset } from '#core/account/asset.ts'
import type { ChainAccess } from '#core/chain-access.ts'
import type { KitQuery } from '#core/service/kit-query.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { swapIdOf } from './native-token.ts'
import { SWAP_GAS } from './swap-problem.ts'
import {
  getAllowance,
  getPrices,
  getQuote,
  getSwapTokens,
  type Quote,
  type SwapPair,
} from './swap-requests.ts'

const TOKENS_STALE_MS = 300_000
const PRICE_STALE_MS = 30_000

/** A shown quote is fetched again this often. */
export const QUOTE_REFRESH_MS = 10_000

/** An older quote is never turned into a transaction. */
export const QUOTE_LIFETIME_MS = 30_000

export function swapTokensQuery(
  service: WalletService,
  chainId: number,
): KitQuery<readonly SwapToken[]> {
  return {
    queryKey: ['swap', 'tokens', chainId],
    queryFn: ({ signal }) => getSwapTokens(service, chainId, signal),
    staleTime: TOKENS_STALE_MS,
  }
}

/** Query for the USD price of one coin or token; null where none is known. */
export function priceQuery(service: WalletService, asset: Asset): KitQuery<number | null> {
  return {
    queryKey: ['price', swapIdOf(asset)],
    queryFn: async ({ signal }) => (await getPrices(service, [asset], signal))[0]?.price || null,
    staleTime: PRICE_STALE_MS,
  }
}

export function quoteQuery(service: WalletService, pair: SwapPair): KitQuery<Quote> {
  const { from, to, amount, account } = pair
  return {
    queryKey: ['swap', 'quote', swapIdOf(from), swapIdOf(to), `${amount}`, account],
    queryFn: ({ signal }) => getQuote(service, pair, signal),
    gcTime: QUOTE_LIFETIME_MS,
  }
}

export function allowanceQuery(
  service: WalletService,
  token: Asset,
  account: Address,
): KitQuery<bigint> {
  return {
    queryKey: ['swap', 'allowance', swapIdOf(token), account],
    queryFn: () => getAllowance(service, token, account),
  }
}

/** Query for the highest fee of a swap, in wei. */
export function swapFeeQuery(
  chain: Pick<ChainAccess, 'getMaxFeePerGas'>,
  chainId: number,
): KitQuery<bigint> {
  return {
    queryKey: ['swap', 'fee', chainId],
    queryFn: async () => (await chain.getMaxFeePerGas(chainId)) * SWAP_GAS,
    staleTime: PRICE_STALE_MS,
  }
}
