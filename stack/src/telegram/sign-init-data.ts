import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { signedLines } from '@bullring/login-api/telegram-init-data'

/** A bot on this machine, and the key that stands in for Telegram's. */
export type LocalBot = {
  id: string
  key: KeyObject
  /** Value of `TELEGRAM_BOT`. */
  setting: string
}

/** Beginning of an Ed25519 key in PKCS #8, before its 32 bytes (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns a bot whose key derives from `seed`: several processes have the same one. */
export function createLocalBot(id = '7000000001', seed = 'local'): LocalBot {
  const bytes = createHash('sha256').update(`bullring telegram|${seed}`).digest()
  const pkcs8 = Buffer.concat([PKCS8_PREFIX, bytes])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return { id, key, setting: `${id}:${Buffer.from(x, 'base64url').toString('hex')}` }
}

/** Someone with a Telegram account on this machine. */
export type LocalTelegramUser = { id: number; first_name: string; username?: string }

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
