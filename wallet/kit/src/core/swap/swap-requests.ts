import { ConvertAllowanceResponse } from '@bullring/wallet-api/blockchain-api/convert-allowance'
import { ConvertApproveResponse } from '@bullring/wallet-api/blockchain-api/convert-approve'
import { ConvertQuotesResponse } from '@bullring/wallet-api/blockchain-api/convert-quotes'
import {
  ConvertTokensResponse,
  type SwapToken,
} from '@bullring/wallet-api/blockchain-api/convert-tokens'
import { ConvertTransactionResponse } from '@bullring/wallet-api/blockchain-api/convert-transaction'
import {
  type FungiblePrice,
  FungiblePriceResponse,
} from '@bullring/wallet-api/blockchain-api/fungible-price'
import { toCaipAddress, toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Address, Hex } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import type { Asset } from '#core/account/asset.ts'
import { SDK_QUERY, type WalletService } from '#core/service/wallet-service.ts'
import { swapIdOf } from './native-token.ts'
import { NoQuoteError } from './no-quote-error.ts'
import { SLIPPAGE_PERCENT } from './slippage.ts'
import { UnexpectedTransactionError } from './unexpected-transaction-error.ts'

/** Two assets, the amount to swap in units of `from`, and the account that swaps. */
export type SwapPair = { from: Asset; to: Asset; amount: bigint; account: Address }

/** Offer for a swap. */
export type Quote = {
  id: string | null
  /** In the smallest unit. */
  toAmount: bigint
  /** Percent. */
  priceImpact: number
  /** `Date.now()` of the response. */
  receivedAt: number
}

/** A transaction that the service has built. */
export type BuiltTransaction = { to: Address; data: Hex; value: bigint }

/** Fetches the tokens that can be swapped on a chain. */
export async function getSwapTokens(
  service: WalletService,
  chainId: number,
  signal: AbortSignal,
): Promise<readonly SwapToken[]> {
  const query = { chainId: toCaipNetworkId(chainId), ...SDK_QUERY }
  const url = service.urlOf('v1/convert/tokens', query)
  return (await service.request({ url, schema: ConvertTokensResponse, signal })).tokens
}

/** Fetches USD prices of coins and tokens, in any order. */
export async function getPrices(
  service: WalletService,
  assets: readonly Asset[],
  signal: AbortSignal,
): Promise<readonly FungiblePrice[]> {
  const body = { currency: 'usd', addresses: assets.map(swapIdOf) }
  const url = service.urlOf('v1/fungible/price')
  return (await service.request({ url, body, schema: FungiblePriceResponse, signal })).fungibles
}

/**
 * Fetches the best quote.
 *
 * @throws {NoQuoteError} when the service returns none, or one for another amount.
 */
export async function getQuote(
  service: WalletService,
  { from, to, amount, account }: SwapPair,
  signal: AbortSignal,
): Promise<Quote> {
  const pair = { from: swapIdOf(from), to: swapIdOf(to) }
  const url = service.urlOf('v1/convert/quotes', {
    amount: `${amount}`,
    userAddress: account,
    ...pair,
    ...SDK_QUERY,
  })
  const { quotes } = await service.request({ url, schema: ConvertQuotesResponse, signal })
  const [best] = quotes
  if (best === undefined || BigInt(best.fromAmount) !== amount || BigInt(best.toAmount) === 0n) {
    throw new NoQuoteError('The wallet service returned no quote for this amount.')
  }
  const { id, priceImpact, toAmount } = best
  return { id, priceImpact, toAmount: BigInt(toAmount), receivedAt: Date.now() }
}

/** Fetches how much of a token the exchange may take. Coins need no allowance: don't call it for them. */
export async function getAllowance(
  service: WalletService,
  token: Asset,
  account: Address,
): Promise<bigint> {
  const url = service.urlOf('v1/convert/allowance', {
    tokenAddress: swapIdOf(token),
    userAddress: toCaipAddress(token.chainId, account),
    ...SDK_QUERY,
  })
  return BigInt((await service.request({ url, schema: ConvertAllowanceResponse })).allowance)
}

/** Fetches the transaction that lets the exchange take exactly the amount. */
export async function buildApproval(
  service: WalletService,
  { from, to, amount, account }: SwapPair,
): Promise<BuiltTransaction> {
  const url = service.urlOf('v1/convert/build-approve', {
    userAddress: toCaipAddress(from.chainId, account),
    amount: `${amount}`,
    from: swapIdOf(from),
    to: swapIdOf(to),
    ...SDK_QUERY,
  })
  const { tx } = await service.request({ url, schema: ConvertApproveResponse })
  return toBuilt(tx, from.chainId)
}

/** Fetches the transaction of a swap. */
export async function buildSwap(
  service: WalletService,
  { from, to, amount, account }: SwapPair,
  quote: Quote,
): Promise<BuiltTransaction> {
  const body = {
    amount: `${amount}`,
    from: swapIdOf(from),
    to: swapIdOf(to),
    userAddress: toCaipAddress(from.chainId, account),
    eip155: { slippage: SLIPPAGE_PERCENT },
    ...(quote.id !== null && { quoteId: quote.id }),
  }
  const url = service.urlOf('v1/convert/build-transaction')
  const { tx } = await service.request({ url, body, schema: ConvertTransactionResponse })
  return toBuilt(tx, from.chainId)
}

function toBuilt(
  { to, data, value }: { to: string; data: Hex; value: string },
  chainId: number,
): BuiltTransaction {
  const prefix = `${toCaipNetworkId(chainId)}:`
  const address = to.slice(prefix.length)
  if (!to.startsWith(prefix) || !isAddress(address, { strict: false })) {
    throw new UnexpectedTransactionError(`its receiver ${to} is not an account of this network`)
  }
  return { to: getAddress(address), data, value: BigInt(value) }
}
