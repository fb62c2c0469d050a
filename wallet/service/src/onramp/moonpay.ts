import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { InvalidWebhookError } from './errors.ts'
import type { OnrampProvider, PurchaseReport } from './onramp-provider.ts'
import { readEvent, transactionHash } from './webhook-body.ts'
import { checkSignature, hmacHex } from './webhook-signature.ts'

/** Keys of the operator's account with the provider. */
export type MoonpayKeys = { publicKey: string; secretKey: string; webhookKey: string }

/** A signed webhook older than this may be a recorded one. */
const MAX_AGE_MS = 5 * 60_000

const SIGNATURE_HEADER = /^t=(?<time>\d{1,12}),s=(?<signature>[0-9a-f]{64})$/

const Event = z.object({
  type: z.string(),
  data: z.object({
    status: z.optional(z.string()),
    externalTransactionId: z.nullish(z.string()),
    quoteCurrencyAmount: z.nullish(z.number()),
    cryptoTransactionId: z.nullish(z.string()),
  }),
})

/**
 * MoonPay's buy widget, with signed URLs (https://dev.moonpay.com/widget/on-ramp/customization/url-signing)
 * and signed webhooks (https://dev.moonpay.com/api-reference/widget/webhooks/signature).
 *
 * @param currencyCode - MoonPay's code of the chain's coin, such as `bnb_bsc`.
 */
export function createMoonpay(keys: MoonpayKeys, currencyCode: string): OnrampProvider {
  const host = keys.publicKey.startsWith('pk_test_')
    ? 'https://buy-sandbox.moonpay.com'
    : 'https://buy.moonpay.com'
  return {
    id: 'moonpay',
    name: 'MoonPay',
    isPlayMoney: false,
    takesCoins: true,
    checkoutUrl: ({ id, account, fiatAmount, presetCoins, partnerUserId }) => {
      const { search } = withQuery(host, {
        apiKey: keys.publicKey,
        currencyCode,
        walletAddress: account,
        externalTransactionId: id,
        baseCurrencyCode: 'usd',
        ...(fiatAmount !== null && { baseCurrencyAmount: fiatAmount }),
        ...(presetCoins !== null && { quoteCurrencyAmount: presetCoins }),
        ...(partnerUserId !== null && { externalCustomerId: partnerUserId }),
      })
      const signature = createHmac('sha256', keys.secretKey).update(search).digest('base64')
      return `${host}/${search}&signature=${encodeURIComponent(signature)}`
    },
    readWebhook: ({ body, header, nowMs }) => {
      const signed = SIGNATURE_HEADER.exec(header('moonpay-signature-v2') ?? '')?.groups
      const time = signed?.['time'] ?? ''
      checkSignature(hmacHex(keys.webhookKey, `${time}.${body}`), signed?.['signature'])
      if (Math.abs(nowMs - Number(time) * 1_000) > MAX_AGE_MS) throw new InvalidWebhookError()
      return toReport(body)
    },
  }
}

function withQuery(host: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(host)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

function toReport(body: string): PurchaseReport | null {
  const { type, data } = readEvent(Event, body)
  const purchaseId = data.externalTransactionId
  if (!type.startsWith('transaction_') || !purchaseId) return null
  return {
    purchaseId,
    status: statusOf(data.status),
    coinAmount: data.quoteCurrencyAmount?.toString() ?? null,
    txHash: transactionHash(data.cryptoTransactionId),
  }
}

function statusOf(status: string | undefined): PurchaseReport['status'] {
  if (status === 'completed') return 'success'
  return status === 'failed' ? 'failed' : 'pending'
}
