import type { Address, Hash } from 'viem'

/** A purchase for which a visitor opens a provider's checkout. */
export type NewPurchase = {
  id: string
  account: Address
  /** USD; null when the visitor names the amount at the checkout. */
  fiatAmount: string | null
}

/** Parameters of a checkout. */
type Checkout = NewPurchase & {
  /** Whole coins; null when the visitor names the amount, or `fiatAmount` does. */
  presetCoins: string | null
  /** Id of the user at the app. */
  partnerUserId: string | null
}

/** Report of a provider about a purchase. */
export type PurchaseReport = {
  /** Our id of the purchase. */
  purchaseId: string
  status: 'pending' | 'success' | 'failed'
  /** Whole coins, exact; null where the provider does not say. */
  coinAmount: string | null
  txHash: Hash | null
}

/** A request of a provider to our webhook. */
type Webhook = { body: string; header: (name: string) => string | undefined; nowMs: number }

/** Sells coins on its own checkout page. */
export type OnrampProvider = {
  id: string
  name: string
  isPlayMoney: boolean
  /** Whether its checkout can open with an amount of coins. Others open with the cost of the coins. */
  takesCoins: boolean
  /** @param baseUrl - Where the visitor reaches this service. */
  checkoutUrl: (checkout: Checkout, baseUrl: string) => string
  /**
   * Checks the signature of a webhook and reads it; null for an event about something else. A provider of this service
   * sends none.
   *
   * @throws {InvalidWebhookError}
   */
  readWebhook: ((webhook: Webhook) => PurchaseReport | null) | null
}
