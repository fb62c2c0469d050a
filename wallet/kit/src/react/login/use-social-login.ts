import type { SocialAccount } from '@bullring/login-api/social-accounts'
import { readDevice } from '#core/device.ts'
import { openSocialPopup } from '#core/embedded/social-popup.ts'
import { telegramSocials } from '#core/embedded/telegram-socials.ts'
import { useKit } from '../kit-context.ts'

/** Returns a function that starts a login. Call it while a click is handled. */
export function useStartSocialLogin(): (provider: SocialAccount) => void {
  const { events, router } = useKit()
  return (provider) => {
    events.emit({ event: 'SOCIAL_LOGIN_STARTED', properties: { provider } })
    if (provider === 'farcaster') return router.push('ConnectingFarcaster')
    router.push(
      'ConnectingSocial',
      readDevice().isTelegram
        ? { provider, isRedirect: true }
        : { provider, popup: openSocialPopup(window) },
    )
  }
}

/** Returns the social accounts that the app offers, in its order. */
export function useSocials(): readonly SocialAccount[] {
  const { socials } = useKit().options.features
  if (!socials) return []
  const device = readDevice()
  return device.isTelegram ? telegramSocials(socials, device) : socials
}
