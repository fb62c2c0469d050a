import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import type { Device } from '#core/device.ts'
import type { WalletPlatform } from '#core/events.ts'
import type { ResolvedOptions } from '#core/options.ts'

type PlatformInput = {
  /** Null: any wallet that can read a QR code. */
  wallet: CatalogueWallet | null
  device: Pick<Device, 'isMobile'>
  /** True when the wallet is available in this browser. */
  isInstalled: boolean
  /** False for a wallet that uses another relay than this page. */
  usesRelay: boolean
}

/** Returns the ways to reach a wallet, best first. Several become tabs. Never empty. */
export function platformsOf({ wallet, usesRelay, ...rest }: PlatformInput): WalletPlatform[] {
  if (wallet === null) return ['qrcode']
  const livesInBrowser = Boolean(wallet.rdns) || (wallet.injected?.length ?? 0) > 0
  const isInstalled = livesInBrowser && rest.isInstalled
  if (!usesRelay) return [platformWithoutRelay(wallet, rest.device, isInstalled)]
  const { isMobile } = rest.device
  const platforms: WalletPlatform[] = []
  if (isInstalled) platforms.push('browser')
  if (wallet.mobile_link) platforms.push(isMobile ? 'mobile' : 'qrcode')
  if (wallet.webapp_link) platforms.push('web')
  if (wallet.desktop_link && !isMobile) platforms.push('desktop')
  if (livesInBrowser && !isInstalled) platforms.push('unsupported')
  return platforms.length === 0 ? ['qrcode'] : platforms
}

/** Extensions and the browsers of apps announce the wallet to the page. */
function platformWithoutRelay(
  { browser_link, chrome_store }: CatalogueWallet,
  { isMobile }: PlatformInput['device'],
  isInstalled: boolean,
): WalletPlatform {
  if (isInstalled) return 'browser'
  if (isMobile) return browser_link ? 'inApp' : 'otherRelay'
  return chrome_store ? 'unsupported' : 'otherRelay'
}

type RelayUse = Pick<ResolvedOptions, 'customWallets' | 'hasOwnRelay'>

/** Returns whether a wallet can use the page's relay. Apps know it of the wallets that they add. */
export function usesRelay({ id }: CatalogueWallet, options: RelayUse): boolean {
  return !options.hasOwnRelay || options.customWallets.some((wallet) => wallet.id === id)
}

/** Returns whether there is a way to a wallet that is not installed. */
export function isReachable(
  wallet: CatalogueWallet,
  device: PlatformInput['device'],
  options: RelayUse,
): boolean {
  const way = { wallet, device, isInstalled: false, usesRelay: usesRelay(wallet, options) }
  return !platformsOf(way).includes('otherRelay')
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
