/** Telegram around the page, where the page is a Mini App. */
export type Telegram = {
  /** Signed launch data, for one login; null where Telegram gave none. Never stored, nor in the page's address. */
  initData: string | null
  /** Vibrates for about so many milliseconds, on and off in turn. */
  vibrate: (pattern: readonly number[]) => void
  /** Lets the visitor choose a chat for a link. Returns false where Telegram cannot. */
  share: (link: { url: string; text: string }) => boolean
  /** Says that the page is shown. */
  ready: () => void
}

let current: Telegram | null = null

/** Returns Telegram; null in an ordinary browser. */
export function telegram(): Telegram | null {
  return current
}

/** Called once, at the start. */
export function setTelegram(found: Telegram | null): void {
  current = found
}
