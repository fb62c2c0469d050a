import {
  type CreateWebhookRequest,
  CreateWebhookResponse,
  DeleteWebhookResponse,
  RotateWebhookSecretResponse,
  TestWebhookResponse,
  type WebhookRequest,
  type WebhooksRequest,
  WebhooksResponse,
} from '@bullring/game-api/webhooks'
import { type Calls, type ClientOptions, createCalls } from '../api/calls.ts'
import { type Endpoints, type Operation, read, write } from '../api/endpoint.ts'

/** Request and response of each operation of webhooks, by the end of its path. All need the token of a sign-in session. */
export type WebhookOperations = {
  /** Registers an address, and returns its secret, once. */
  'create-webhook': Operation<typeof CreateWebhookRequest, typeof CreateWebhookResponse>
  /** Deletes an address, and what waits for it. */
  'delete-webhook': Operation<typeof WebhookRequest, typeof DeleteWebhookResponse>
  /** Replaces a secret. The former one also signs, for a day. */
  'rotate-webhook-secret': Operation<typeof WebhookRequest, typeof RotateWebhookSecretResponse>
  /** Sends a test event. */
  'test-webhook': Operation<typeof WebhookRequest, typeof TestWebhookResponse>
  /** Addresses of the account, oldest first. */
  webhooks: Operation<typeof WebhooksRequest, typeof WebhooksResponse>
}

/** Method and path of each operation of webhooks, and the schema of its response. */
export const WEBHOOK_OPERATIONS: Endpoints<WebhookOperations> = {
  'create-webhook': write('create-webhook', CreateWebhookResponse),
  'delete-webhook': write('delete-webhook', DeleteWebhookResponse),
  'rotate-webhook-secret': write('rotate-webhook-secret', RotateWebhookSecretResponse),
  'test-webhook': write('test-webhook', TestWebhookResponse),
  webhooks: read('webhooks', WebhooksResponse),
}

/** Calls the operations of webhooks. */
export type WebhookClient = Calls<WebhookOperations>

/**
 * Creates the client of an account's webhooks.
 *
 * @example
 * const hooks = createWebhookClient({ origin: 'https://game.example' })
 * const { secret } = await hooks.call('create-webhook', { url: 'https://bot.example/results' }, { token })
 */
export function createWebhookClient(options: ClientOptions = {}): WebhookClient {
  return createCalls<WebhookOperations>(WEBHOOK_OPERATIONS, options)
}
