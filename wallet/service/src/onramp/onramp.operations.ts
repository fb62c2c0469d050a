import { randomUUID } from 'node:crypto'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  OnrampOptions,
  OnrampQuote,
  OnrampQuoteRequest,
  OnrampUrl,
  OnrampUrlRequest,
} from '@bullring/wallet-api/blockchain-api/onramp'
import type { Context } from 'hono'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { ChainIdentity } from '../chain/rpc-client.ts'
import type { Database } from '../db/database.ts'
import { KEY_ERRORS, PAGE_ERRORS } from '../http/documented-errors.ts'
import {
  AmountOutOfRangeError,
  NoOnrampError,
  NoPriceError,
  NoQuoteError,
  UnknownCurrencyError,
  UnknownNetworkError,
  UnknownPurchaseError,
} from './errors.ts'
import type { OnrampProvider } from './onramp-provider.ts'
import { CARD_LIMITS, coinsFor, costOf, fiatAmount } from './prices.ts'
import { applyReport, insertPurchase } from './purchases.queries.ts'

export type OnrampDeps = {
  db: Database
  /** In order of preference; empty where no coins are sold. */
  providers: readonly OnrampProvider[]
  /** Chain on which coins are sold. */
  chain: ChainIdentity
  /** USD per coin; null when it is not known right now. */
  coinPrice: () => Promise<number | null>
  /** Counts a purchase against the caller's limit. Throws when it is used up. */
  take: (c: Context) => void
  /** Origin at which the caller reaches this service. */
  baseUrlOf: (c: Context) => string
  nowMs: () => number
}

/** GET /v1/onramp/options, POST /v1/onramp/quote and POST /v1/generators/onrampurl. */
export function onrampOperations(deps: OnrampDeps): readonly Operation[] {
  return [optionsOperation(deps), quoteOperation(deps), urlOperation(deps)]
}

function optionsOperation({ providers, chain }: OnrampDeps): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/onramp/options',
    summary:
      'What can be bought here, how it can be paid, and the providers; empty without a provider',
    response: OnrampOptions,
    errors: KEY_ERRORS,
    security: ['projectId'],
    handler: () =>
      providers.length === 0
        ? { paymentCurrencies: [], purchaseCurrencies: [], providers: [] }
        : {
            paymentCurrencies: [
              { id: 'USD', payment_method_limits: [{ id: 'card', ...CARD_LIMITS }] },
            ],
            purchaseCurrencies: [coinOf(chain)],
            providers: providers.map(({ id, name, isPlayMoney }) => ({
              id,
              name,
              isPlayMoney,
              hasQuotes: isPlayMoney,
            })),
          },
  })
}

function coinOf({ id, name, coin }: ChainIdentity) {
  const network = {
    name: `eip155:${id}`,
    display_name: name,
    chain_id: `${id}`,
    contract_address: '',
  }
  return { id: coin, name: coin, symbol: coin, networks: [network] }
}

/** Returns what callers name the chain's network: name, chain id, or the coin. */
function networkNames(chain: ChainIdentity): readonly string[] {
  const { symbol, networks } = coinOf(chain)
  return [symbol, ...networks.flatMap(({ name, chain_id }) => [name, chain_id])]
}

function quoteOperation({ providers, chain, coinPrice }: OnrampDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/v1/onramp/quote',
    summary: 'What an amount of money buys',
    body: OnrampQuoteRequest,
    acceptsAnyType: true,
    response: OnrampQuote,
    errors: [...KEY_ERRORS, 501, 502, 503],
    security: ['projectId'],
    handler: async ({ body: { amount, paymentCurrency, purchaseCurrency, network } }) => {
      if (providers.length === 0) throw new NoOnrampError()
      if (!providers.some(({ isPlayMoney }) => isPlayMoney)) throw new NoQuoteError()
      if (paymentCurrency.id !== 'USD' || purchaseCurrency.symbol !== chain.coin) {
        throw new UnknownCurrencyError()
      }
      if (network !== undefined && !networkNames(chain).includes(network)) {
        throw new UnknownNetworkError()
      }
      const fiat = fiatAmount(amount)
      if (fiat === null) throw new AmountOutOfRangeError(CARD_LIMITS.min, CARD_LIMITS.max)
      const price = await coinPrice()
      if (price === null) throw new NoPriceError()
      const coins = coinsFor(fiat, price)
      const usd = (value: string) => ({ amount: value, currency: 'USD' })
      return {
        paymentTotal: usd(fiat),
        paymentSubtotal: usd(fiat),
        purchaseAmount: { amount: coins, currency: chain.coin },
        coinbaseFee: usd('0.00'),
        networkFee: usd('0.00'),
        quoteId: randomUUID(),
      }
    },
  })
}

function urlOperation(deps: OnrampDeps): Operation {
  const { db, providers, chain, baseUrlOf, take, nowMs } = deps
  return defineOperation({
    method: 'post',
    path: '/v1/generators/onrampurl',
    summary: 'Address of a checkout for a new purchase',
    body: OnrampUrlRequest,
    acceptsAnyType: true,
    response: OnrampUrl,
    errors: [...KEY_ERRORS, 501],
    security: ['projectId'],
    handler: async ({ body }, c) => {
      const provider = providers.find(({ id }) => (body.provider ?? id) === id)
      if (provider === undefined) throw new NoOnrampError()
      take(c)
      const { fiatAmount, presetCoins } = await presetsOf(body, provider, deps)
      const purchase = { id: randomUUID(), account: accountOf(body), fiatAmount }
      await insertPurchase(
        db,
        { ...purchase, provider: provider.id, chainId: chain.id },
        Math.floor(nowMs() / 1_000),
      )
      const checkout = { ...purchase, presetCoins, partnerUserId: body.partnerUserId ?? null }
      return { url: provider.checkoutUrl(checkout, baseUrlOf(c)), purchaseId: purchase.id }
    },
  })
}

/** Returns the wallet of the network that the caller prefers, else the first one. */
function accountOf({ destinationWallets, defaultNetwork = '' }: OnrampUrlRequest): Address {
  const preferred = destinationWallets.find(({ blockchains }) =>
    blockchains?.includes(defaultNetwork),
  )
  const wallet = preferred ?? destinationWallets[0]
  // The schema requires one wallet.
  if (wallet === undefined) throw new NoOnrampError()
  return wallet.address
}

/** Returns the amount that the checkout opens with, in money or in coins. */
async function presetsOf(
  { presetFiatAmount, presetCryptoAmount: coins }: OnrampUrlRequest,
  { takesCoins }: OnrampProvider,
  { coinPrice }: OnrampDeps,
): Promise<{ fiatAmount: string | null; presetCoins: string | null }> {
  if (presetFiatAmount !== undefined || coins === undefined) {
    return { fiatAmount: presetFiatAmount ?? null, presetCoins: null }
  }
  if (takesCoins) return { fiatAmount: null, presetCoins: coins }
  const price = await coinPrice()
  return { fiatAmount: price === null ? null : costOf(coins, price), presetCoins: null }
}

/** POST /v1/onramp/webhooks/:provider: a provider reports a purchase. Its signature is its key. */
export function webhookOperations({
  db,
  providers,
  nowMs,
}: Pick<OnrampDeps, 'db' | 'providers' | 'nowMs'>): readonly Operation[] {
  return [
    {
      method: 'post',
      path: '/v1/onramp/webhooks/:provider',
      summary: 'A signed report of a provider about a purchase; repeating it changes nothing',
      params: z.object({ provider: z.string() }),
      body: z.unknown(),
      response: z.object({}),
      errors: [...PAGE_ERRORS, 401, 404, 413, 500],
      handle: async (c) => {
        const provider = providers.find(({ id }) => id === c.req.param('provider'))
        if (!provider?.readWebhook) throw new UnknownPurchaseError()
        const body = await c.req.text()
        const header = (name: string) => c.req.header(name)
        const report = provider.readWebhook({ body, header, nowMs: nowMs() })
        if (report !== null) {
          await applyReport(db, provider.id, report, Math.floor(nowMs() / 1_000))
        }
        return c.json({})
      },
    },
  ]
}
