/** Web view of Telegram: of its apps for phones, and the frame of its page for browsers. */
export type TelegramPlatform = 'android' | 'ios' | 'weba'

/** Colours of Telegram's themes, as far as pages read them. */
export const TELEGRAM_THEMES = {
  dark: { bg_color: '#17212b', text_color: '#f5f5f5', button_color: '#5288c1' },
  light: { bg_color: '#ffffff', text_color: '#000000', button_color: '#50a8eb' },
} as const

export type Launch = {
  platform: TelegramPlatform
  version: string
  theme: keyof typeof TELEGRAM_THEMES
  /** Signed launch data. */
  initData: string
}

/** Returns the address that Telegram opens for a Mini App. */
export function launchUrl(pageUrl: string, launch: Launch): string {
  const url = new URL(pageUrl)
  url.hash = new URLSearchParams({
    tgWebAppData: launch.initData,
    tgWebAppVersion: launch.version,
    tgWebAppPlatform: launch.platform,
    tgWebAppThemeParams: JSON.stringify(TELEGRAM_THEMES[launch.theme]),
  }).toString()
  return url.href
}
