import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto'
import * as z from 'zod/mini'
import type { OnrampProvider, PurchaseReport } from './onramp-provider.ts'
import { readEvent, transactionHash } from './webhook-body.ts'
import { checkSignature, hmacHex } from './webhook-signature.ts'

/** Keys of the operator's account with the provider. `privateKey` is an Ed25519 key, PKCS #8 in base64. */
export type OnramperKeys = { apiKey: string; privateKey: string; webhookSecret: string }

/** The coin and its chain in Onramper's ids, such as `bnb_bsc` and `bsc`. */
export type OnramperCoin = { crypto: string; network: string }

const Event = z.object({
  status: z.string(),
  partnerContext: z.nullish(z.string()),
  outAmount: z.nullish(z.number()),
  transactionHash: z.nullish(z.string()),
})

const EMPTY_BODY_HASH = createHash('sha256').digest('hex')

/** Onramper's widget, with URLs signed by version 2 (https://docs.onramper.com/docs/widget-sign-a-url-v2). */
export function createOnramper(keys: OnramperKeys, coin: OnramperCoin): OnrampProvider {
  const host = keys.apiKey.startsWith('pk_test_')
    ? 'https://buy.onramper.dev'
    : 'https://buy.onramper.com'
  const privateKey = createPrivateKey({
    key: Buffer.from(keys.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    id: 'onramper',
    name: 'Onramper',
    isPlayMoney: false,
    // Its `defaultAmount` is one of money (https://docs.onramper.com/docs/supported-widget-parameters).
    takesCoins: false,
    checkoutUrl: ({ id, account, fiatAmount }) => {
      const fields = {
        apiKey: keys.apiKey,
        defaultCrypto: coin.crypto,
        defaultFiat: 'usd',
        mode: 'buy',
        networkWallets: `${coin.network}:${account}`,
        onlyCryptos: coin.crypto,
        partnerContext: id,
        ...(fiatAmount !== null && { defaultAmount: fiatAmount }),
      }
      const timestamp = new Date().toISOString()
      const nonce = randomUUID()
      const query = sortedQuery(fields)
      const text = ['ONRAMPER-SIG-V2', timestamp, nonce, 'GET', '/', query, '', EMPTY_BODY_HASH]
      const signature = sign(null, Buffer.from(text.join('\n')), privateKey).toString('base64')
      const proof = sortedQuery({
        sigV2: `v2:${signature}`,
        sigV2Fields: Object.keys(fields).sort().join(),
        sigV2Nonce: nonce,
        sigV2Timestamp: timestamp,
      })
      return `${host}/?${query}&${proof}`
    },
    readWebhook: ({ body, header }) => {
      checkSignature(hmacHex(keys.webhookSecret, body), header('x-onramper-webhook-signature'))
      return toReport(body)
    },
  }
}

function sortedQuery(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

function toReport(body: string): PurchaseReport | null {
  const event = readEvent(Event, body)
  if (!event.partnerContext) return null
  return {
    purchaseId: event.partnerContext,
    status: statusOf(event.status),
    coinAmount: event.outAmount?.toString() ?? null,
    txHash: transactionHash(event.transactionHash),
  }
}

function statusOf(status: string): PurchaseReport['status'] {
  if (status === 'completed') return 'success'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
