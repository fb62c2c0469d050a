import type { SocialAccount } from '@bullring/login-api/social-accounts'
import type { Device } from '#core/device.ts'

/** Returns the social accounts whose login pages work in Telegram's browser (R-SOCIAL-2). */
export function telegramSocials(
  socials: readonly SocialAccount[],
  { isIos, isAndroid, isMac }: Pick<Device, 'isIos' | 'isAndroid' | 'isMac'>,
): readonly SocialAccount[] {
  const refused = new Set<SocialAccount>()
  if (isIos) refused.add('google')
  if (isMac) refused.add('x')
  if (isAndroid) refused.add('facebook').add('x')
  return socials.filter((provider) => !refused.has(provider))
}
