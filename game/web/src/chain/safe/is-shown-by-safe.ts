import { SAFE_WALLET } from '@bullring/wire/safe-wallet'

/** Returns whether Safe shows the page in a frame. The page's policy lets no other do that, but Telegram's. */
export function isShownBySafe(page: Window, isOfTelegram: boolean): boolean {
  if (page.parent === page) return false
  // Firefox names none.
  const origins = page.location.ancestorOrigins as DOMStringList | undefined
  return origins === undefined ? !isOfTelegram : origins[0] === SAFE_WALLET
}
