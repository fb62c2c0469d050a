/** The part of `Navigator` that the kit reads. */
export type Browser = {
  userAgent: string
  maxTouchPoints: number
  userAgentData?: { mobile: boolean }
}

/** The traits of a device that matter for connecting a wallet. */
export type Device = {
  /** A phone or tablet: wallets are apps. A laptop with a touch screen is not. */
  isMobile: boolean
  isIos: boolean
  isAndroid: boolean
  isMac: boolean
  /** Safari itself, not one of the browsers that also name it. */
  isSafari: boolean
  isTelegram: boolean
}

/** Browsers that name Safari in their user agent. */
const OTHER_BROWSERS = /chrome|chromium|crios|fxios|edg|opr\/|opios|android|samsungbrowser/i

/**
 * Derives the traits of a device from its browser.
 *
 * @param hasTelegram - True inside Telegram's browser, which adds an object to the window.
 */
export function deviceOf(browser: Browser | undefined, hasTelegram = false): Device {
  const { userAgent, maxTouchPoints } = browser ?? { userAgent: '', maxTouchPoints: 0 }
  // An iPad calls itself a Mac. No Mac has a touch screen.
  const isIpad = /macintosh/i.test(userAgent) && maxTouchPoints > 1
  const isIos = isIpad || /iphone|ipad|ipod/i.test(userAgent)
  const isAndroid = /android/i.test(userAgent)
  return {
    isMobile: isIos || isAndroid || browser?.userAgentData?.mobile === true,
    isIos,
    isAndroid,
    isMac: /macintosh/i.test(userAgent) && !isIpad,
    isSafari: /safari/i.test(userAgent) && !OTHER_BROWSERS.test(userAgent),
    isTelegram: hasTelegram,
  }
}

/** Returns the visitor's device; on a server, a desktop. */
export function readDevice(): Device {
  if (typeof window === 'undefined') return deviceOf(undefined)
  const hasTelegram = 'TelegramWebviewProxy' in window || 'TelegramWebview' in window
  return deviceOf(window.navigator, hasTelegram)
}
