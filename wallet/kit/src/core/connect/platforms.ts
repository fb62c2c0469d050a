import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import type { Device } from '#core/device.ts'
import type { WalletPlatform } from '#core/events.ts'

type PlatformInput = {
  /** Null: any wallet that can read a QR code. */
  wallet: CatalogueWallet | null
  device: Pick<Device, 'isMobile'>
  /** True when the wallet is available in this browser. */
  isInstalled: boolean
}

/** Returns the ways to reach a wallet, best first. Several become tabs. Never empty. */
export function platformsOf({ wallet, device, isInstalled }: PlatformInput): WalletPlatform[] {
  if (wallet === null) return ['qrcode']
  const livesInBrowser = Boolean(wallet.rdns) || (wallet.injected?.length ?? 0) > 0
  const platforms: WalletPlatform[] = []
  if (livesInBrowser && isInstalled) platforms.push('browser')
  if (wallet.mobile_link) platforms.push(device.isMobile ? 'mobile' : 'qrcode')
  if (wallet.webapp_link) platforms.push('web')
  if (wallet.desktop_link && !device.isMobile) platforms.push('desktop')
  if (livesInBrowser && !isInstalled) platforms.push('unsupported')
  return platforms.length === 0 ? ['qrcode'] : platforms
}

export type GetLink = { kind: 'downloads' } | { kind: 'link'; url: string }

/** Returns the link of "Get" for a wallet that is not installed; null without a link. */
export function getLinkOf(wallet: CatalogueWallet, device: Device): GetLink | null {
  const { app_store, play_store, chrome_store, homepage } = wallet
  const links = [app_store, play_store, chrome_store, homepage].filter(Boolean)
  if (links.length > 1 && !device.isMobile) return { kind: 'downloads' }
  if (device.isIos && app_store) return { kind: 'link', url: app_store }
  if (device.isAndroid && play_store) return { kind: 'link', url: play_store }
  if (links.length === 1 && homepage) return { kind: 'link', url: homepage }
  return null
}
