import { createPublicKey, type KeyObject } from 'node:crypto'
import type { PresentEnv } from '@bullring/server/config/parse-env'
import { TELEGRAM_BOT as SHARED_TELEGRAM_BOT } from '@bullring/server/config/shared-settings'
import { isLoopbackHost } from '@bullring/server/http/site-hosts'

/** The bot whose Mini App the pages are. Both services need its public id only: none holds its token. */
export type TelegramBot = {
  id: string
  /** Verifies what Telegram has signed. */
  publicKey: KeyObject
}

/** Telegram's Ed25519 key for production, from its documentation (Validating data for Third-Party Use). */
const TELEGRAM_KEY = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d'

export const TELEGRAM_BOT = {
  ...SHARED_TELEGRAM_BOT,
  kind: SHARED_TELEGRAM_BOT.kind.transform((text): TelegramBot | null => {
    const [id = '', key = TELEGRAM_KEY] = text?.split(':') ?? []
    return id === '' ? null : { id, publicKey: ed25519Key(key) }
  }),
} as const

/** Finds a stand-in key that strangers would meet: its holder can log in as anyone. */
export function telegramBotIssues(env: PresentEnv): readonly string[] {
  const { TELEGRAM_BOT: bot = '', CUSTODY_PUBLIC_URL: url = '' } = env
  if (!bot.includes(':') || isLoopbackHost(URL.parse(url)?.host ?? '')) return []
  return ['TELEGRAM_BOT may name a key for a CUSTODY_PUBLIC_URL on this machine only']
}

function ed25519Key(hex: string): KeyObject {
  const x = Buffer.from(hex, 'hex').toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}
