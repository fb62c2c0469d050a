import {
  FinishOAuthRequest,
  LoginResponse,
  StartOAuthRequest,
  StartOAuthResponse,
} from '@bullring/login-api/vault-api/oauth'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import { finishSocialLogin, type SocialLoginDeps, startSocialLogin } from './social-login.ts'

/** POST /oauth/start and /oauth/finish, which devices sign. */
export function oauthOperations(deps: SocialLoginDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/oauth/start',
      summary: 'Starts a login at another site',
      body: StartOAuthRequest,
      response: StartOAuthResponse,
      errors: [...PAGE_ERRORS, 404],
      handler: ({ body }, c) => startSocialLogin(deps, deviceOf(c).id, body),
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
  ]
}
