/** Origin of Safe{Wallet}. The page's policy lets no other show it in a frame, but Telegram's. */
export const SAFE_WALLET = 'https://app.safe.global'

/** Returns whether Safe shows the page in a frame. */
export function isShownBySafe(page: Window, isOfTelegram: boolean): boolean {
  if (page.parent === page) return false
  // Firefox names none.
  const origins = page.location.ancestorOrigins as DOMStringList | undefined
  return origins === undefined ? !isOfTelegram : origins[0] === SAFE_WALLET
}
