/** What the kit reads of a browser; a part of `Navigator`, so that tests can pass their own. */
export type Browser = {
  userAgent: string
  maxTouchPoints: number
  userAgentData?: { mobile: boolean }
}

/** The device as far as connecting a wallet depends on it. */
export type Device = {
  /** A phone or tablet: wallets are apps. A laptop with a touch screen is not. */
  isMobile: boolean
  isIos: boolean
  isAndroid: boolean
  /** Safari itself, not one of the many browsers that also name it. */
  isSafari: boolean
  isTelegram: boolean
}

/** Browsers that write "Safari" without being it. */
const OTHER_BROWSERS = /chrome|chromium|crios|fxios|edg|opr\/|opios|android|samsungbrowser/i

/** @param hasTelegram - True inside Telegram's own browser, which adds an object to the window. */
export function deviceOf(browser: Browser | undefined, hasTelegram = false): Device {
  const { userAgent, maxTouchPoints } = browser ?? { userAgent: '', maxTouchPoints: 0 }
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const isIpad = /macintosh/i.test(userAgent) && maxTouchPoints > 1
  const isIos = isIpad || /iphone|ipad|ipod/i.test(userAgent)
  const isAndroid = /android/i.test(userAgent)
  return {
    isMobile: isIos || isAndroid || browser?.userAgentData?.mobile === true,
    isIos,
    isAndroid,
    isSafari: /safari/i.test(userAgent) && !OTHER_BROWSERS.test(userAgent),
    isTelegram: hasTelegram,
  }
}

/** The visitor's device. On a server: a desktop. */
export function readDevice(): Device {
  if (typeof window === 'undefined') return deviceOf(undefined)
  const hasTelegram = 'TelegramWebviewProxy' in window || 'TelegramWebview' in window
  return deviceOf(window.navigator, hasTelegram)
}
