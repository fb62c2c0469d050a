import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import { HistoryPage } from '@bullring/wallet-api/blockchain-api/history-page'
import { OnrampOptions, OnrampQuote, OnrampUrl } from '@bullring/wallet-api/blockchain-api/onramp'
import type { Address } from 'viem'
import { isDecimal } from '#core/account/amount/typed-amount.ts'
import { SDK_QUERY, type WalletService } from '#core/service/wallet-service.ts'
import { NoQuoteError } from '#core/swap/no-quote-error.ts'

/** A coin to buy, and the money to pay. */
export type BuyOrder = {
  /** Symbol of the coin. */
  coin: string
  /** The network that the coins are sent on. */
  chainId: number
  /** Currency such as `USD`. */
  fiat: string
  /** Money, as decimal text. */
  amount: string
}

/** Yield of an order, as decimal text. */
export type BuyQuote = { coins: string; fees: readonly string[] }

/** A purchase to be made on a provider's page. */
export type CheckoutRequest = BuyOrder & { account: Address; provider: string }

/** Fetches the coins on sale, the ways to pay, and the providers. */
export function getBuyOptions(service: WalletService, signal: AbortSignal): Promise<OnrampOptions> {
  const url = service.urlOf('v1/onramp/options', SDK_QUERY)
  return service.request({ url, schema: OnrampOptions, signal })
}

/**
 * Fetches the yield of an order.
 *
 * @throws {NoQuoteError} when the service quotes something else.
 */
export async function getBuyQuote(
  service: WalletService,
  { coin, chainId, fiat, amount }: BuyOrder,
  signal: AbortSignal,
): Promise<BuyQuote> {
  const body = {
    purchaseCurrency: { symbol: coin },
    paymentCurrency: { id: fiat },
    amount,
    network: `${chainId}`,
  }
  const url = service.urlOf('v1/onramp/quote')
  const quote = await service.request({ url, body, schema: OnrampQuote, signal })
  const { purchaseAmount, paymentTotal, coinbaseFee, networkFee } = quote
  const isAnswer = purchaseAmount.currency === coin && paymentTotal.currency === fiat
  const fees = [coinbaseFee.amount, networkFee.amount]
  if (!isAnswer || ![purchaseAmount.amount, ...fees].every(isDecimal)) {
    throw new NoQuoteError('The wallet service quoted something else.')
  }
  return { coins: purchaseAmount.amount, fees }
}

/** Creates a purchase and returns the address of its checkout. */
export function createCheckout(
  service: WalletService,
  { account, chainId, coin, amount, provider }: CheckoutRequest,
): Promise<OnrampUrl> {
  const body = {
    destinationWallets: [{ address: account, blockchains: [`${chainId}`], assets: [coin] }],
    defaultNetwork: `${chainId}`,
    defaultExperience: 'buy',
    partnerUserId: account,
    presetFiatAmount: amount,
    provider,
  }
  const url = service.urlOf('v1/generators/onrampurl')
  return service.request({ url, body, schema: OnrampUrl })
}

/** Fetches the account's purchases, newest first. */
export async function getPurchases(
  service: WalletService,
  account: Address,
  signal: AbortSignal,
): Promise<readonly AnyTransaction[]> {
  const url = service.urlOf(`v1/account/${account}/history`, { onramp: 'all', ...SDK_QUERY })
  return (await service.request({ url, schema: HistoryPage, signal })).data
}
