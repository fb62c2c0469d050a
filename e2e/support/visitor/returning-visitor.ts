import type { BrowserContextOptions } from '@playwright/test'

/** Returns the storage of a visitor who has seen the guide, which opens by itself on the first visit. */
export function returningVisitor(
  origin: string,
): NonNullable<BrowserContextOptions['storageState']> {
  const settings = JSON.stringify({ hasSeenGuide: true })
  return {
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'bullring.settings', value: settings }] }],
  }
}
