import { TelegramRefusedError } from '@bullring/login-server/telegram/errors'
import type { TelegramBot } from '@bullring/login-server/telegram/telegram-bot'
import { claimTelegramLogin } from '@bullring/login-server/telegram/telegram-logins'
import { verifyTelegramLogin } from '@bullring/login-server/telegram/verify-telegram-login'
import type { Database } from '../../db/database.ts'
import { InvalidEvidenceError } from '../errors.ts'
import type { EvidenceCheck } from './evidence-check.ts'

/** Creates the check of launch data: by Telegram's signature, for the device that has claimed it. */
export function createTelegramCheck(bot: TelegramBot, db: Database): EvidenceCheck {
  return async ({ evidence, deviceId, nowS }) => {
    if (evidence.kind !== 'telegram') throw new InvalidEvidenceError()
    const { userId, digest } = await verifyTelegramLogin(bot, evidence.initData, nowS)
    if (!(await claimTelegramLogin(db, { digest, deviceId }, nowS))) {
      throw new TelegramRefusedError({ cause: new Error('claimed by another device') })
    }
    return { subject: userId, proof: digest }
  }
}
