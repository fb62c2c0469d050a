import { deviceOf } from '@bullring/server/device/with-device'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  DeliverOAuthRequest,
  DeliverOAuthResponse,
  FinishOAuthRequest,
  LoginResponse,
  OAuthResultRequest,
  OAuthResultResponse,
  StartOAuthRequest,
  StartOAuthResponse,
} from '@bullring/wire/embedded/vault-api/oauth'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import { UnknownOAuthLoginError } from './errors.ts'
import { findResult, storeResult } from './oauth.queries.ts'
import {
  finishSocialLogin,
  type SocialLoginDeps,
  startSocialLogin,
  withPlainState,
} from './social-login.ts'

/** POST /oauth/start, /oauth/finish and /oauth/result, which devices sign. */
export function oauthOperations(deps: SocialLoginDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/oauth/start',
      summary: 'Starts a login at another site',
      body: StartOAuthRequest,
      response: StartOAuthResponse,
      errors: [...PAGE_ERRORS, 404],
      handler: ({ body }, c) => startSocialLogin(deps, deviceOf(c), body),
    }),
    defineOperation({
      method: 'post',
      path: '/oauth/finish',
      summary: 'Exchanges the result of a login at another site for an assertion',
      body: FinishOAuthRequest,
      response: LoginResponse,
      errors: [...PAGE_ERRORS, 404, 502],
      handler: ({ body }, c) => finishSocialLogin(deps, deviceOf(c).id, body),
    }),
    defineOperation({
      method: 'post',
      path: '/oauth/result',
      summary: 'The result of a login that the callback page has delivered',
      body: OAuthResultRequest,
      response: OAuthResultResponse,
      errors: PAGE_ERRORS,
      handler: async ({ body: { state } }, c) => {
        const result = await findResult(deps.db, state, deviceOf(c).id)
        if (result === undefined) throw new UnknownOAuthLoginError()
        return result
      },
    }),
  ]
}

/** POST /oauth/deliver, from the callback page, which has no device key. */
export function deliverOperation({ db }: Pick<SocialLoginDeps, 'db'>): Operation {
  return defineOperation({
    method: 'post',
    path: '/oauth/deliver',
    summary: 'Leaves the result of a login at another site for the device that started it',
    body: DeliverOAuthRequest,
    response: DeliverOAuthResponse,
    errors: [...PAGE_ERRORS, 401],
    handler: async ({ body: { uri } }) => {
      const url = withPlainState(uri)
      const origin = await storeResult(db, url.searchParams.get('state') ?? '', url.href)
      if (origin === undefined) throw new UnknownOAuthLoginError()
      return { delivered: true, origin } satisfies DeliverOAuthResponse
    },
  })
}
