import { isSafeLink } from '#core/connect/deep-links.ts'
import { readDevice } from '#core/device.ts'
import type { KeyValueStorage } from '#core/persistence.ts'

/** The key that other WalletConnect clients use, too. */
const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** An app that was opened by its link. */
export type WalletApp = { href: string; name: string }

/** Stores the app in which the wallet was connected, for its later requests; null for a wallet on another device. */
export function rememberApp(storage: KeyValueStorage | undefined, app: WalletApp | null): void {
  try {
    if (app === null) storage?.removeItem(KEY)
    else storage?.setItem(KEY, JSON.stringify(app))
  } catch {
    // Storage is blocked: the user opens the app manually.
  }
}

/** Returns the app of the last such connection; null without one, or if storage is blocked or damaged. */
export function readApp(storage: KeyValueStorage | undefined): WalletApp | null {
  try {
    const app: Partial<WalletApp> | null = JSON.parse(storage?.getItem(KEY) || 'null')
    const { href, name } = app ?? {}
    return typeof href === 'string' && typeof name === 'string' ? { href, name } : null
  } catch {
    return null
  }
}

/**
 * Returns the app on this phone in which a request waits; null on other devices, and for links that are not safe.
 *
 * @param metadata - The wallet's own, for connections that were made without opening an app.
 */
export function findWalletApp(
  storage: KeyValueStorage | undefined,
  metadata: { walletName: string; walletLink: string | null },
): WalletApp | null {
  if (!readDevice().isMobile) return null
  const { walletName: name, walletLink: href } = metadata
  const app = readApp(storage) ?? (href === null ? null : { href, name })
  return app !== null && isSafeLink(app.href) ? app : null
}
