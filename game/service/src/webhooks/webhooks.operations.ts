import {
  CreateWebhookRequest,
  CreateWebhookResponse,
  DeleteWebhookResponse,
  RotateWebhookSecretResponse,
  TestWebhookResponse,
  type Webhook,
  WebhookRequest,
  WebhooksRequest,
  WebhooksResponse,
} from '@bullring/game-api/webhooks'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { Address } from 'viem'
import { API_ERRORS } from '../http/errors.ts'
import { NotSignedInError, RefusedAddressError } from './errors.ts'
import { secretText } from './sign-event.ts'
import type { NewWebhook, OwnedWebhook } from './webhooks.queries.ts'

export type WebhooksDeps = {
  /** Account of the request's sign-in session; null for none. */
  signedIn: (c: Context) => Promise<Address | null>
  /** @throws {UnknownSymbolError} */
  requireMarket: (symbol: string) => void
  /** Whether events may be sent to an address. */
  isAllowed: (url: string) => boolean
  /** Counts an event to be sent against the caller's limit; throws when it is used up. */
  takeEvent: (c: Context) => void
  /** @throws {TooManyWebhooksError} */
  create: (webhook: NewWebhook) => Promise<{ webhook: Webhook; secret: Buffer }>
  find: (account: Address) => Promise<Webhook[]>
  /** This and the following throw {@link UnknownWebhookError}. Returns the id of the event. */
  addTest: (webhook: OwnedWebhook) => Promise<string>
  rotateSecret: (webhook: OwnedWebhook) => Promise<Buffer>
  remove: (webhook: OwnedWebhook) => Promise<void>
}

/** POST /api/webhooks, and those that create, test, rotate and delete one. */
export function webhooksOperations(deps: WebhooksDeps): readonly Operation[] {
  const requireAccount = async (c: Context) => {
    const account = await deps.signedIn(c)
    if (account === null) throw new NotSignedInError()
    return account
  }
  const ofOne = { method: 'post', body: WebhookRequest, errors: [...API_ERRORS, 401, 404] } as const
  return [
    defineOperation({
      method: 'post',
      path: '/api/create-webhook',
      summary: 'Sends the events of a market to an address, signed (Standard Webhooks)',
      body: CreateWebhookRequest,
      response: CreateWebhookResponse,
      errors: [...API_ERRORS, 401, 404, 409],
      handler: async ({ body: { symbol, url, events } }, c) => {
        deps.requireMarket(symbol)
        const account = await requireAccount(c)
        if (!deps.isAllowed(url)) throw new RefusedAddressError()
        deps.takeEvent(c)
        const chosen = [...new Set(events)]
        const { webhook, secret } = await deps.create({ account, symbol, url, events: chosen })
        return { webhook, secret: secretText(secret) }
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/webhooks',
      summary: 'Webhooks of the signed-in account, oldest first',
      body: WebhooksRequest,
      response: WebhooksResponse,
      errors: [...API_ERRORS, 401],
      handler: async (_, c) => {
        const account = await requireAccount(c)
        return { user_address: account, webhooks: await deps.find(account) }
      },
    }),
    defineOperation({
      ...ofOne,
      path: '/api/test-webhook',
      summary: 'Sends a test event to a webhook; one that is accepted switches it on',
      response: TestWebhookResponse,
      handler: async ({ body: { id } }, c) => {
        const account = await requireAccount(c)
        deps.takeEvent(c)
        return { event: await deps.addTest({ account, id }) }
      },
    }),
    defineOperation({
      ...ofOne,
      path: '/api/rotate-webhook-secret',
      summary: 'Replaces the secret of a webhook; the former one also signs, for a day',
      response: RotateWebhookSecretResponse,
      handler: async ({ body: { id } }, c) => {
        const account = await requireAccount(c)
        return { secret: secretText(await deps.rotateSecret({ account, id })) }
      },
    }),
    defineOperation({
      ...ofOne,
      path: '/api/delete-webhook',
      summary: 'Deletes a webhook, and what waits for it',
      response: DeleteWebhookResponse,
      handler: async ({ body: { id } }, c) => {
        const account = await requireAccount(c)
        await deps.remove({ account, id })
        return { deleted: true as const }
      },
    }),
  ]
}
