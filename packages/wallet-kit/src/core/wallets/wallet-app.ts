import type { KeyValueStorage } from '#core/persistence.ts'

/** Where the WalletConnect client looks for the app to open with each request to sign. */
const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** An app that was opened by its link. */
export type WalletApp = { href: string; name: string }

/** Lets the WalletConnect client open the wallet's app again for every later request. */
export function rememberApp(storage: KeyValueStorage | undefined, app: WalletApp): void {
  try {
    storage?.setItem(KEY, JSON.stringify(app))
  } catch {
    // Storage is blocked: the user opens the app by hand.
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
