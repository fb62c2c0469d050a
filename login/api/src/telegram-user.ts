import * as z from 'zod/mini'

/** Telegram counts 64 characters, of up to four units each. */
const Name = z.string().check(z.maxLength(256))

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
 * Returns the name to show for an account; it may be stored. First names are free text: without `@`, none looks like a
 * username, which is unique.
 */
export function telegramName({ id, first_name, username }: TelegramUser): string {
  return username ? `@${cut(username)}` : cut(first_name) || `${id}`
}

function cut(name: string): string {
  const visible = name.replace(/[@\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  return [...visible].slice(0, SHOWN).join('')
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
