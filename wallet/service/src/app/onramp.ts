import type { Operation } from '@bullring/server/operations/operation'
import type { Transaction } from '@bullring/wallet-api/blockchain-api/history'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { baseUrlOf } from '../http/base-url.ts'
import { checkoutOperations } from '../onramp/checkout.operations.ts'
import { createMoonpay } from '../onramp/moonpay.ts'
import { onrampOperations, webhookOperations } from '../onramp/onramp.operations.ts'
import type { OnrampProvider, PurchaseReport } from '../onramp/onramp-provider.ts'
import { createOnramper } from '../onramp/onramper.ts'
import { PLAY_MONEY, PLAY_MONEY_ID } from '../onramp/play-money.ts'
import { toBoughtTransaction } from '../onramp/purchase-history.ts'
import { applyReport, findPurchases } from '../onramp/purchases.queries.ts'
import { runPayouts } from '../onramp/run-payouts.ts'
import { toUsdNumber, type UsdPrices } from '../tokens/usd.ts'
import type { ServedChain } from './served-chains.ts'

/** The codes that public providers have for the coin of a chain. */
const COIN_CODES: Readonly<Record<number, { moonpay: string; crypto: string; network: string }>> = {
  56: { moonpay: 'bnb_bsc', crypto: 'bnb_bsc', network: 'bsc' },
}

type OnrampDeps = {
  config: Pick<WalletConfig, 'onramp' | 'http' | 'pollIntervalMs'>
  db: Database
  chain: ServedChain
  /** Prices of that chain. */
  prices: () => Promise<UsdPrices>
  log: Logger
  /** Counts a purchase against the caller's limit. Throws when it is used up. */
  take: (c: Context) => void
}

/** Buying coins: its operations, its list of purchases, and the loop that sends the coins. */
export type Onramp = {
  api: readonly Operation[]
  keyless: readonly Operation[]
  pages: readonly Operation[]
  purchasesOf: (account: Address) => Promise<Transaction[]>
  run: (signal: AbortSignal) => Promise<void>
}

export function createOnramp(deps: OnrampDeps): Onramp {
  const { config, db, chain, log, take } = deps
  const { playMoneyKey } = config.onramp
  const providers = providersOf(config, chain.identity.id)
  const coinPrice = () => priceOf(deps)
  const shared = { db, chain: chain.identity, providers, coinPrice, nowMs: Date.now }
  const report = (purchase: PurchaseReport) =>
    applyReport(db, PLAY_MONEY_ID, purchase, Math.floor(Date.now() / 1_000))
  return {
    api: onrampOperations({
      ...shared,
      take,
      baseUrlOf: (c) => baseUrlOf(c, config.http.proxies),
    }),
    keyless: webhookOperations(shared),
    pages: playMoneyKey === null ? [] : checkoutOperations({ ...shared, report }),
    purchasesOf: async (account) => {
      const purchases = await findPurchases(db, account)
      return purchases.map((purchase) => toBoughtTransaction(chain.identity.coin, purchase))
    },
    run: (signal) => {
      if (playMoneyKey === null) return Promise.resolve()
      const seller = privateKeyToAccount(playMoneyKey)
      const payouts = { db, client: chain.client, seller, provider: PLAY_MONEY_ID, report, log }
      return runPayouts(payouts, config, signal)
    },
  }
}

function providersOf({ onramp }: OnrampDeps['config'], chainId: number): OnrampProvider[] {
  const codes = COIN_CODES[chainId]
  return [
    ...(onramp.playMoneyKey === null ? [] : [PLAY_MONEY]),
    ...(onramp.moonpay && codes ? [createMoonpay(onramp.moonpay, codes.moonpay)] : []),
    ...(onramp.onramper && codes ? [createOnramper(onramp.onramper, codes)] : []),
  ]
}

async function priceOf({ prices, log }: OnrampDeps): Promise<number | null> {
  try {
    const { coin } = await prices()
    return coin === null ? null : toUsdNumber(coin)
  } catch (err) {
    log.debug({ err }, 'coin price unavailable')
    return null
  }
}
