import { StorableText } from '@bullring/wire/storable-text'
import * as z from 'zod/mini'

/** Telegram counts 64 characters, of up to four units each. */
const Name = StorableText.check(z.maxLength(256))

/** The account that has opened a Telegram Mini App, as launch data names it. */
export const TelegramUser = z.object({
  id: z.int().check(z.positive()),
  is_bot: z.optional(z.literal(false)),
  first_name: Name.check(z.minLength(1)),
  username: z.optional(Name),
})
type TelegramUser = z.infer<typeof TelegramUser>

/** Characters that there is room for. */
const SHOWN = 32

/**
 * Returns the name to show for an account. First names are free text: without `@`, none looks like a username, which is
 * unique.
 */
export function telegramName({ id, first_name, username }: TelegramUser): string {
  if (username) return `@${username}`.slice(0, SHOWN + 1)
  const characters = [...first_name.replace(/[@\p{Cc}\p{Cf}]/gu, '').trim()]
  return characters.slice(0, SHOWN).join('') || `${id}`
}

/** Returns the name of the account that launch data logs in to, unchecked; null for data that name none. */
export function claimedTelegramName(initData: string): string | null {
  try {
    const user: unknown = JSON.parse(new URLSearchParams(initData).get('user') ?? '')
    return telegramName(z.parse(TelegramUser, user))
  } catch {
    return null
  }
}
