import { setTelegram } from '#browser/telegram.ts'
import { openBridge } from './bridge.ts'
import { keepLaunch } from './earlier-launch.ts'
import { followBackButton } from './follow-back-button.ts'
import { followSafeAreas } from './follow-safe-areas.ts'
import { followTelegramTheme } from './follow-theme.ts'
import { readLaunchParameters } from './launch-parameters.ts'
import { openLink, openLinksByTelegram } from './open-links.ts'

/** Longest vibrations that feel light and medium; longer ones are heavy. */
const LIGHT_MS = 20
const MEDIUM_MS = 60

/**
 * Connects the page to Telegram, which has opened it as a Mini App. Loads no script of Telegram.
 *
 * @param fragment - Of the address that Telegram has opened.
 */
export function startTelegram(page: Window, fragment: string): void {
  const launch = readLaunchParameters(fragment)
  const bridge = launch && openBridge(page, launch.version)
  if (launch === null || bridge === null) return
  keepLaunch(launch.version)
  const post = bridge.post
  setTelegram({
    initData: launch.initData,
    vibrate: (pattern) => {
      const longest = Math.max(0, ...pattern.filter((_, index) => index % 2 === 0))
      const isLight = longest <= LIGHT_MS ? 'light' : 'medium'
      const impact_style = longest <= MEDIUM_MS ? isLight : 'heavy'
      post('web_app_trigger_haptic_feedback', { type: 'impact', impact_style })
    },
    share: (link) =>
      openLink(bridge, new URL(`https://t.me/share/url?${new URLSearchParams(link)}`)),
    ready: () => {
      post('web_app_ready')
      post('web_app_expand')
    },
  })
  if (page.parent !== page) post('iframe_ready')
  followTelegramTheme(bridge, launch.theme)
  followSafeAreas(bridge, page.document.documentElement)
  followBackButton(bridge, page)
  openLinksByTelegram(bridge, page)
}
