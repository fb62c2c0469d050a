import { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import { TelegramLoginRequest } from '@bullring/login-api/vault-api/telegram'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import { logInWithTelegram, type TelegramLoginDeps } from './telegram-login.ts'

/** POST /telegram/login. */
export function telegramOperations(deps: TelegramLoginDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/telegram/login',
      summary: 'Exchanges the launch data of a Telegram Mini App for an assertion',
      body: TelegramLoginRequest,
      response: LoginResponse,
      errors: [...PAGE_ERRORS, 404],
      handler: ({ body: { initData } }, c) => logInWithTelegram(deps, deviceOf(c).id, initData),
    }),
  ]
}
