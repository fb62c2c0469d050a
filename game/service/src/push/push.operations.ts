import {
  PushSubscribeRequest,
  PushSubscribeResponse,
  PushUnsubscribeRequest,
  PushUnsubscribeResponse,
} from '@bullring/game-api/push'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { Address, Hex } from 'viem'
import { API_ERRORS, UnprovenAccountError } from '../http/errors.ts'
import { PushDisabledError, RefusedEndpointError } from './errors.ts'
import type { Subscription } from './push.queries.ts'

export type PushDeps = {
  isEnabled: boolean
  /** Number of the open round of a market. */
  ofMarket: (symbol: string) => { openEpoch: () => Promise<number> }
  /** Whether messages may be sent to an endpoint. */
  isAllowed: (endpoint: string) => boolean
  /** Counts a subscription against the caller's limit; throws when it is used up. */
  takeSubscription: (c: Context) => void
  /**
   * Whether the account wants its results sent to a browser: by a proof in this request or an earlier one.
   *
   * @throws {WrongSignatureError}
   */
  isProven: (
    c: Context,
    browser: { account: Address; endpoint: string; signature: Hex | null },
  ) => Promise<boolean>
  save: (subscription: Subscription) => Promise<void>
  remove: (endpoint: string) => Promise<void>
}

/** POST /api/push-subscribe and /api/push-unsubscribe. */
export function pushOperations(deps: PushDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/push-subscribe',
      summary: 'Sends the results of an account to a browser',
      body: PushSubscribeRequest,
      response: PushSubscribeResponse,
      errors: [...API_ERRORS, 401, 404],
      handler: async ({ body }, c) => {
        if (!deps.isEnabled) throw new PushDisabledError()
        const { symbol, user_address: account, endpoint, signature = null } = body
        const { openEpoch } = deps.ofMarket(symbol)
        if (!deps.isAllowed(endpoint)) throw new RefusedEndpointError()
        deps.takeSubscription(c)
        const claim = { account, endpoint, signature: signature as Hex | null }
        if (!(await deps.isProven(c, claim))) throw new UnprovenAccountError()
        await deps.save({
          symbol,
          account,
          endpoint,
          p256dh: Buffer.from(body.p256dh, 'base64url'),
          auth: Buffer.from(body.auth, 'base64url'),
          // The page has shown the results of all rounds before the live one.
          firstEpoch: Math.max(1, (await openEpoch()) - 1),
        })
        return { subscribed: true as const }
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/push-unsubscribe',
      summary: 'Forgets a browser',
      body: PushUnsubscribeRequest,
      response: PushUnsubscribeResponse,
      errors: API_ERRORS,
      handler: async ({ body: { endpoint } }) => {
        await deps.remove(endpoint)
        return { subscribed: false as const }
      },
    }),
  ]
}
