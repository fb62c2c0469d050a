import { AddressField, SymbolField } from '@bullring/wire/fields'
import { signatureField } from '@bullring/wire/signature-field'
import * as z from 'zod/mini'

/** Address that a push service gave to a browser (RFC 8030). A secret: anyone who knows it can send messages. */
const EndpointField = z
  .string()
  .check(z.maxLength(1_000), z.regex(/^https?:\/\/[^\s/]+\/\S+$/, 'not a push endpoint'))

/**
 * POST /api/push-subscribe: sends the results of an account's bets in a market to a browser. The account proves that it
 * wants them, once per browser: a browser with a proof renews its subscription, and adds markets, without another one.
 */
export const PushSubscribeRequest = z.object({
  symbol: SymbolField,
  user_address: AddressField,
  endpoint: EndpointField,
  /** The browser's public key: 65 bytes in base64url. */
  p256dh: z.string().check(z.regex(/^[\w-]{87}$/, 'not a P-256 key in base64url')),
  /** The browser's authentication secret: 16 bytes in base64url. */
  auth: z.string().check(z.regex(/^[\w-]{22}$/, 'not 16 bytes in base64url')),
  /** The account's signature (EIP-191) of `pushMessage`. A sign-in token in the header proves it too. */
  signature: z.optional(signatureField(6_000)),
})

export const PushSubscribeResponse = z.object({ subscribed: z.literal(true) })

/** POST /api/push-unsubscribe: forgets a browser, in all markets. */
export const PushUnsubscribeRequest = z.object({ endpoint: EndpointField })

export const PushUnsubscribeResponse = z.object({ subscribed: z.literal(false) })

/** Content of a message. The browser words it in its own language. */
export const PushedResult = z.object({
  /** The market. */
  symbol: z.string(),
  /** The prediction contract. */
  market: z.string(),
  epoch: z.int().check(z.positive()),
  kind: z.enum(['won', 'lost', 'refunded']),
  /** Amount won, lost or returned, in BNB with four decimals. */
  amount: z.string(),
})
export type PushedResult = z.infer<typeof PushedResult>
