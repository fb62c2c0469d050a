import {
  AddressField,
  EpochField,
  SymbolField,
  SymbolText,
  TimestampField,
} from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { Round } from './rounds/round.ts'

/**
 * Events of a round, by the state that it has reached: those of the live event `round` (R-LIVE-2), without `open` and
 * `settling`.
 */
export const WEBHOOK_EVENTS = [
  'round.locked',
  'round.settled',
  'round.refund',
  'round.empty',
] as const
const WebhookEventField = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof WebhookEventField>

const IdField = z.uuid()

/** Address that receives the events of a market. */
export const Webhook = z.object({
  id: IdField,
  symbol: SymbolText,
  url: z.string(),
  events: z.array(WebhookEventField),
  created_at: TimestampField,
  /** False until the address has accepted a test event, and after three days without an accepted one. */
  is_on: z.boolean(),
  /** Null before the first attempt. */
  last_attempt_at: z.nullable(TimestampField),
  /** HTTP status of the last response; null when there was none. */
  last_status: z.nullable(z.int()),
  /** Reason why the last attempt failed; null when it did not. */
  last_error: z.nullable(z.enum(['refused-address', 'timeout', 'unreachable', 'status'])),
  failing_since: z.nullable(TimestampField),
  /** Events that are to be sent, and the time of the next attempt. */
  waiting: z.int().check(z.nonnegative()),
  next_attempt_at: z.nullable(TimestampField),
})
export type Webhook = z.infer<typeof Webhook>

/** `whsec_` and the key in base64. Shown once, on creation. */
const SecretField = z.string().check(z.startsWith('whsec_'))

/** POST /api/create-webhook: sends the events of a market to an address, of the signed-in account. */
export const CreateWebhookRequest = z.object({
  symbol: SymbolField,
  url: z.string().check(z.maxLength(1_000)),
  events: z._default(
    z.array(WebhookEventField).check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length)),
    [...WEBHOOK_EVENTS],
  ),
})

export const CreateWebhookResponse = z.object({ webhook: Webhook, secret: SecretField })

/** POST /api/webhooks: the addresses of the signed-in account, oldest first. */
export const WebhooksRequest = z.object({})

export const WebhooksResponse = z.object({ user_address: AddressField, webhooks: z.array(Webhook) })

/** POST /api/test-webhook, /api/rotate-webhook-secret and /api/delete-webhook. */
export const WebhookRequest = z.object({ id: IdField })

export const TestWebhookResponse = z.object({
  /** The `webhook-id` of the event. */
  event: z.string(),
})

/** The former secret also signs, for a day. */
export const RotateWebhookSecretResponse = z.object({ secret: SecretField })

export const DeleteWebhookResponse = z.object({ deleted: z.literal(true) })

/** Body of a request to the address. */
export const WebhookMessage = z.discriminatedUnion('type', [
  z.object({
    type: WebhookEventField,
    timestamp: z.iso.datetime(),
    data: z.object({
      symbol: SymbolText,
      /** The prediction contract. */
      market: z.string(),
      epoch: EpochField,
      /**
       * 0 before the result, 1 with it. A higher one replaces a result that a reorganisation of the chain has changed.
       */
      revision: z.int().check(z.nonnegative()),
      round: Round,
    }),
  }),
  z.object({
    type: z.literal('webhook.test'),
    timestamp: z.iso.datetime(),
    data: z.object({ symbol: SymbolText }),
  }),
])
export type WebhookMessage = z.infer<typeof WebhookMessage>
