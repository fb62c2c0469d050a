import { verify } from 'node:crypto'
import { signedLines, telegramDigest } from '@bullring/login-api/telegram-init-data'
import { TelegramUser, telegramName } from '@bullring/login-api/telegram-user'
import * as z from 'zod'
import { TelegramRefusedError } from './errors.ts'
import { CLOCK_SKEW_S, MAX_AGE_S } from './login-times.ts'
import type { TelegramBot } from './telegram-bot.ts'

/** An account that has opened the Mini App. */
export type TelegramAccount = {
  userId: string
  name: string
  /** See `telegramDigest`. */
  digest: string
}

/** A signature in the one way in which 64 bytes are written: another one would be another digest. */
const Signature = z
  .string()
  .transform((text) => Buffer.from(text, 'base64url'))
  .refine((bytes) => bytes.length === 64)

const Fields = z.object({
  auth_date: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
  user: z.string(),
  signature: z.string(),
})

/** Telegram signs neither its own signature nor the keyed hash for holders of the token. */
const UNSIGNED = new Set(['hash', 'signature'])

/**
 * Checks launch data by Telegram's signature. It names no device: its single use is up to the caller, by the digest.
 *
 * @throws {TelegramRefusedError}
 */
export async function verifyTelegramLogin(
  { id, publicKey }: TelegramBot,
  initData: string,
  nowS: number,
): Promise<TelegramAccount> {
  const fields = parse(() => Fields.parse(fieldsOf(initData)))
  const signature = parse(() => Signature.parse(fields.signature))
  if (signature.toString('base64url') !== fields.signature) throw refused('another signature')
  const signed = Buffer.from(`${id}:WebAppData\n${signedLines(initData, UNSIGNED)}`)
  if (!verify(null, signed, publicKey, signature)) throw refused('wrong signature')
  const age = nowS - fields.auth_date
  if (age > MAX_AGE_S || age < -CLOCK_SKEW_S) throw refused('too old, or of the future')
  const user = parse(() => TelegramUser.parse(JSON.parse(fields.user)))
  return { userId: `${user.id}`, name: telegramName(user), digest: await telegramDigest(initData) }
}

/** A field twice, or a line feed in one, would make the signed text that of other fields. */
function fieldsOf(initData: string): Record<string, string> {
  const entries = [...new URLSearchParams(initData)]
  const fields = Object.fromEntries(entries)
  if (Object.keys(fields).length !== entries.length) throw refused('a field twice')
  if (entries.flat().some((text) => text.includes('\n'))) throw refused('a line feed')
  return fields
}

function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof TelegramRefusedError ? cause : new TelegramRefusedError({ cause })
  }
}

function refused(reason: string): Error {
  return new TelegramRefusedError({ cause: new Error(reason) })
}
