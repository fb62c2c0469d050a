import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { appLink, isSafeLink, linkTarget, webLink } from '#core/connect/deep-links.ts'
import type { Device } from '#core/device.ts'

export type AppPlatform = 'mobile' | 'web' | 'desktop'

/** `base` is the wallet's own link, without the pairing link. */
export type WalletLink = { href: string; target: string; base: string }

/** Returns the link that opens a pairing link in a wallet; null if the wallet has no safe link. */
export function walletLink(
  wallet: CatalogueWallet,
  platform: AppPlatform,
  uri: string,
  device: Device,
): WalletLink | null {
  const { mobile_link: mobile, desktop_link: desktop, webapp_link: web } = wallet
  const base = { mobile, desktop, web }[platform]
  if (!base || !isSafeLink(base)) return null
  if (platform === 'web') return { href: webLink(base, uri), target: '_blank', base }
  const isFramed = window.self !== window.top
  const target =
    platform === 'desktop' ? '_blank' : linkTarget({ isTelegram: device.isTelegram, isFramed })
  return { href: appLink(base, uri, device), target, base }
}
