import { openStorage } from '#browser/open-storage.ts'

const KEY = 'bullring.telegram'

/** Keeps the version of Telegram for pages that load again in its web view. Launch data counts once, and is not kept. */
export function keepLaunch(version: string): void {
  openStorage(window, 'sessionStorage').setItem(
    KEY,
    `#${new URLSearchParams({ tgWebAppVersion: version })}`,
  )
}

/** Returns the fragment of the launch that this page belongs to, without launch data; null outside of Telegram. */
export function earlierLaunch(): string | null {
  return openStorage(window, 'sessionStorage').getItem(KEY)
}
