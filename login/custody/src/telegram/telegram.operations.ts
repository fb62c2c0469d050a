import {
  TelegramClaimRequest,
  TelegramClaimResponse,
} from '@bullring/login-api/custody-api/telegram'
import { deviceOf } from '@bullring/login-server/device/with-device'
import {
  TelegramNotConfiguredError,
  TelegramRefusedError,
} from '@bullring/login-server/telegram/errors'
import type { TelegramBot } from '@bullring/login-server/telegram/telegram-bot'
import { claimTelegramLogin } from '@bullring/login-server/telegram/telegram-logins'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { API_ERRORS } from '../http/documented-errors.ts'

export type TelegramDeps = {
  db: Database
  nowS: Clock
  /** Null where the operator has no bot. */
  telegram: TelegramBot | null
  /** Counts a login against the caller's limit. Throws when it is used up. */
  takeLogin: (c: Context) => void
}

/** POST /core/telegram/claim. */
export function telegramOperations(deps: TelegramDeps): readonly Operation[] {
  const { db, nowS, telegram, takeLogin } = deps
  return [
    defineOperation({
      method: 'post',
      path: '/core/telegram/claim',
      summary: 'Reserves the launch data of a Telegram Mini App for this device',
      body: TelegramClaimRequest,
      response: TelegramClaimResponse,
      errors: [...API_ERRORS, 404],
      handler: async ({ body: { digest } }, c) => {
        if (telegram === null) throw new TelegramNotConfiguredError()
        takeLogin(c)
        const claim = { digest, deviceId: deviceOf(c).id }
        if (!(await claimTelegramLogin(db, claim, nowS()))) {
          throw new TelegramRefusedError({ cause: new Error('another device was first') })
        }
        return { claimed: true } as const
      },
    }),
  ]
}
