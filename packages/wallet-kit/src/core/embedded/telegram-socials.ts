import type { Device } from '#core/device.ts'
import type { SocialProvider } from '#core/options.ts'

/** Returns the social accounts whose login pages work in Telegram's browser (R-SOCIAL-2). */
export function telegramSocials(
  socials: readonly SocialProvider[],
  { isIos, isAndroid, isMac }: Pick<Device, 'isIos' | 'isAndroid' | 'isMac'>,
): readonly SocialProvider[] {
  const refused = new Set<SocialProvider>()
  if (isIos) refused.add('google')
  if (isMac) refused.add('x')
  if (isAndroid) refused.add('facebook').add('x')
  return socials.filter((provider) => !refused.has(provider))
}
