import type { Identity } from '@bullring/login-api/identity'
import type { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import {
  TelegramNotConfiguredError,
  TelegramRefusedError,
} from '@bullring/login-server/telegram/errors'
import type { TelegramBot } from '@bullring/login-server/telegram/telegram-bot'
import { claimTelegramLogin } from '@bullring/login-server/telegram/telegram-logins'
import { verifyTelegramLogin } from '@bullring/login-server/telegram/verify-telegram-login'
import { readTime } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { storeLogin } from '../logins/logins.queries.ts'
import type { SignAssertion } from '../logins/sign-assertion.ts'

export type TelegramLoginDeps = {
  db: Database
  signAssertion: SignAssertion
  /** Null where the operator has no bot. */
  telegram: TelegramBot | null
}

/**
 * Logs a device in with launch data of Telegram, which counts for the first device only.
 *
 * @throws {TelegramNotConfiguredError} @throws {TelegramRefusedError}
 */
export async function logInWithTelegram(
  { db, signAssertion, telegram }: TelegramLoginDeps,
  deviceId: string,
  initData: string,
): Promise<LoginResponse> {
  if (telegram === null) throw new TelegramNotConfiguredError()
  const nowS = await readTime(db)
  const { userId, name, digest } = await verifyTelegramLogin(telegram, initData, nowS)
  const identity: Identity = { provider: 'telegram', subject: userId, email: null, name }
  const { authTime } = await db.transaction().execute(async (trx) => {
    if (!(await claimTelegramLogin(trx, { digest, deviceId }, nowS))) {
      throw new TelegramRefusedError({ cause: new Error('used already') })
    }
    return await storeLogin(trx, deviceId, identity)
  })
  const assertion = await signAssertion({
    device: deviceId,
    identity,
    amr: ['telegram'],
    auth_time: authTime,
    purpose: 'login',
  })
  return { assertion, identity, evidence: { kind: 'telegram', initData } }
}
