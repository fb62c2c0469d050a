import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { signedLines } from '@bullring/login-api/telegram-init-data'

/** A bot on this machine, and the key that stands in for Telegram's. */
export type LocalBot = {
  id: string
  key: KeyObject
  /** Value of `TELEGRAM_BOT`. */
  setting: string
}

/** Someone with a Telegram account on this machine. */
export type LocalTelegramUser = { id: number; first_name: string; username?: string }

/** Creates a bot with a new key. */
export function createLocalBot(id = '7000000001'): LocalBot {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { id, key: privateKey, setting: `${id}:${Buffer.from(x, 'base64url').toString('hex')}` }
}

/**
 * Returns launch data as Telegram signs it for a bot ("Validating data for Third-Party Use").
 *
 * @param fields - Win over the usual ones.
 */
export function signInitData(
  { id, key }: Pick<LocalBot, 'id' | 'key'>,
  user: LocalTelegramUser,
  fields: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    query_id: `AAE${Math.floor(Math.random() * 1e12)}`,
    user: JSON.stringify({ ...user, language_code: 'en', allows_write_to_pm: true }),
    auth_date: `${Math.floor(Date.now() / 1_000)}`,
    ...fields,
  })
  const text = `${id}:WebAppData\n${signedLines(query.toString(), new Set())}`
  query.set('signature', sign(null, Buffer.from(text), key).toString('base64url'))
  // For holders of the bot's token; no one here has one.
  query.set('hash', '0'.repeat(64))
  return query.toString()
}
