import * as z from 'zod/mini'
import type { OnrampProvider, PurchaseReport } from './onramp-provider.ts'
import { readEvent, transactionHash } from './webhook-body.ts'
import { checkSignature, hmacHex } from './webhook-signature.ts'

export const PLAY_MONEY_ID = 'play-money'

/** Path of the checkout page of a purchase. */
export const CHECKOUT_PATH = '/onramp/checkout'

const SIGNATURE_HEADER = 'x-play-money-signature'

const Report = z.object({
  purchaseId: z.string(),
  status: z.enum(['pending', 'success', 'failed']),
  coinAmount: z.nullable(z.string()),
  txHash: z.nullable(z.string()),
})

/** The provider of a local chain: a checkout page of this service that takes play cards. */
export function createPlayMoney(webhookKey: string): OnrampProvider {
  return {
    id: PLAY_MONEY_ID,
    name: 'Play money',
    isPlayMoney: true,
    checkoutUrl: ({ id }, baseUrl) => `${baseUrl}${CHECKOUT_PATH}/${id}`,
    readWebhook: ({ body, header }) => {
      checkSignature(hmacHex(webhookKey, body), header(SIGNATURE_HEADER))
      const report = readEvent(Report, body)
      return { ...report, txHash: transactionHash(report.txHash) }
    },
  }
}

/** Returns body and headers of the webhook that reports a purchase. */
export function playMoneyWebhook(webhookKey: string, report: PurchaseReport) {
  const body = JSON.stringify(report)
  const headers: Record<string, string> = { [SIGNATURE_HEADER]: hmacHex(webhookKey, body) }
  return { body, headers }
}
