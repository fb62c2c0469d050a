import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import type { ConnectorDescriptor } from '#core/connect/connections.ts'
import { isReachable } from '#core/connect/platforms.ts'
import type { ResolvedOptions, WalletSection } from '#core/options.ts'
import { connectorOf, isAmong } from './wallet-match.ts'

/** R-WALLETS-10. */
const RECOMMENDED_MAX = 2

/** Name of a `window.ethereum` that does not name itself. */
export const GENERIC_NAME = 'Browser Wallet'

const DEFAULT_ORDER: readonly WalletSection[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]

/** The catalogue's part of the Connect view; empty until it is loaded. */
export type CatalogueLists = {
  featured: readonly CatalogueWallet[]
  recommended: readonly CatalogueWallet[]
  /** Wallets of `excludeWalletIds`: they are hidden wherever they come from. */
  excluded: readonly CatalogueWallet[]
  /** Wallets of `includeWalletIds`, or null when every wallet is allowed. */
  included: readonly CatalogueWallet[] | null
  /** Wallets in the catalogue, featured ones included. */
  count: number
}

export type WalletListInput = Omit<CatalogueLists, 'count'> & {
  connectors: readonly ConnectorDescriptor[]
  recent: readonly CatalogueWallet[]
  options: Pick<
    ResolvedOptions,
    | 'customWallets'
    | 'enableEIP6963'
    | 'enableInjected'
    | 'enableWalletConnect'
    | 'featuredWalletIds'
    | 'hasOwnRelay'
  > & { features: Pick<ResolvedOptions['features'], 'connectorTypeOrder'> }
  isMobile: boolean
  /** True when `window.ethereum` exists. */
  hasEthereum: boolean
  /** True when the account is connected through WalletConnect. */
  isOnWalletConnect: boolean
  /** CAIP-2 id of the network to connect to; null when the app has none. */
  caipNetworkId: string | null
}

/** One row: a connector to connect by, or a wallet of the catalogue to reach by WalletConnect. */
export type WalletItem =
  | { kind: 'connector'; connector: ConnectorDescriptor; tag: 'qr code' | 'installed' | null }
  | { kind: 'wallet'; wallet: CatalogueWallet; tag: 'recent' | null }

/** Returns the rows of the wallet list in their order (R-WALLETS-1). No wallet appears twice. */
export function walletList(input: WalletListInput): WalletItem[] {
  const first = input.options.features.connectorTypeOrder ?? []
  const order = [...first, ...DEFAULT_ORDER.filter((section) => !first.includes(section))]
  return order.flatMap((section) => SECTIONS[section](input))
}

const SECTIONS: Readonly<Record<WalletSection, (input: WalletListInput) => WalletItem[]>> = {
  walletConnect: (input) => {
    const { isMobile, isOnWalletConnect, options } = input
    // Apps on this phone are in the other rows, unless they use another relay.
    if ((isMobile && !options.hasOwnRelay) || isOnWalletConnect) return []
    return walletConnectOf(input).map((connector) => toRow(connector, 'qr code'))
  },
  recent: (input) =>
    recentWallets(input).map((wallet) => ({ kind: 'wallet', wallet, tag: 'recent' })),
  injected: (input) => installed(input).map((connector) => toRow(connector, 'installed')),
  featured: (input) => catalogueRows(input, featuredWallets(input)),
  custom: (input) => catalogueRows(input, customWallets(input)),
  external: (input) => external(input).map((connector) => toRow(connector, null)),
  recommended: (input) => catalogueRows(input, recommendedWallets(input)),
}

/** True when the All Wallets row is shown: wallets of the catalogue are reached by WalletConnect, with their makers' relay. */
export function hasAllWallets(
  options: Pick<ResolvedOptions, 'allWallets' | 'enableWalletConnect' | 'hasOwnRelay'>,
  connectors: readonly ConnectorDescriptor[],
  isMobile: boolean,
): boolean {
  const { allWallets, enableWalletConnect, hasOwnRelay } = options
  const isWanted = allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && isMobile)
  return isWanted && enableWalletConnect && !hasOwnRelay && connectors.some(isWalletConnect)
}

/**
 * Returns the likely number of rows of the Connect view before its code has loaded: one per connector that
 * needs no `window.ethereum` (for the embedded wallet, the email field), and beside WalletConnect the recommended
 * wallets and All Wallets, which few reach by a relay of the app.
 */
export function likelyRows(
  connectors: readonly ConnectorDescriptor[],
  { hasOwnRelay }: Pick<ResolvedOptions, 'hasOwnRelay'>,
): number {
  const listed = connectors.filter(({ type }) => type !== 'INJECTED')
  if (hasOwnRelay || !listed.some(isWalletConnect)) return Math.max(1, listed.length)
  const announced = listed.filter(({ type }) => type === 'ANNOUNCED').length
  return listed.length + Math.max(0, RECOMMENDED_MAX - announced) + 1
}

/**
 * Returns the likely number of rows that the catalogue adds once loaded: with placeholders for them, no row moves
 * away from under a pointer that is pressing it.
 */
export function pendingRows(input: WalletListInput): number {
  const { options, featured, recommended } = input
  if (featured.length > 0 || recommended.length > 0) return 0
  return options.featuredWalletIds.length + recommendedRoom(input)
}

/** Returns the number beside All Wallets, rounded down to tens from ten up: "130+". */
export function walletCountLabel(count: number): string {
  return count < 10 ? `${count}` : `${Math.floor(count / 10) * 10}+`
}

/** True when a wallet in this browser can connect without WalletConnect. */
export function hasInstalledWallet(input: WalletListInput): boolean {
  return installed(input).length > 0
}

function installed(input: WalletListInput): ConnectorDescriptor[] {
  return [
    ...input.connectors.filter((connector) => isShownAnnounced(connector, input)),
    ...input.connectors.filter((connector) => isShownInjected(connector, input)),
  ]
}

function isShownAnnounced(connector: ConnectorDescriptor, input: WalletListInput): boolean {
  return (
    connector.type === 'ANNOUNCED' && input.options.enableEIP6963 && isAllowed(connector, input)
  )
}

function isShownInjected(connector: ConnectorDescriptor, input: WalletListInput): boolean {
  const { options, isMobile, hasEthereum } = input
  if (connector.type !== 'INJECTED' || !options.enableInjected) return false
  if (connector.name === GENERIC_NAME && !isMobile) return false
  if (connector.rdns === null && !hasEthereum) return false
  return !isAmong(connector, input.excluded)
}

function external(input: WalletListInput): ConnectorDescriptor[] {
  return input.connectors.filter(
    (connector) => connector.type === 'EXTERNAL' && !isAmong(connector, input.excluded),
  )
}

function isAllowed(connector: ConnectorDescriptor, input: WalletListInput): boolean {
  const { included, excluded } = input
  const isIncluded = included === null || isAmong(connector, included)
  return isIncluded && !isAmong(connector, excluded)
}

function recentWallets(input: WalletListInput) {
  const { recent, connectors, excluded, caipNetworkId } = input
  return recent.filter(
    (wallet) =>
      isReachable(wallet, input, input.options) &&
      !isAmong(wallet, excluded) &&
      connectorOf(wallet, connectors) === undefined &&
      !connectors.some(({ name }) => name === wallet.name) &&
      (wallet.chains == null || (caipNetworkId !== null && wallet.chains.includes(caipNetworkId))),
  )
}

function featuredWallets({ featured, options }: WalletListInput): CatalogueWallet[] {
  return options.featuredWalletIds.flatMap(
    (id) => featured.find((wallet) => wallet.id === id) ?? [],
  )
}

/** Returns the custom wallets that are not featured as well. */
function customWallets(input: WalletListInput): CatalogueWallet[] {
  const featured = featuredWallets(input)
  return input.options.customWallets.filter(
    (wallet) => !featured.some(({ id }) => id === wallet.id),
  )
}

function recommendedWallets(input: WalletListInput): CatalogueWallet[] {
  return withoutOwned(input, input.recommended).slice(0, recommendedRoom(input))
}

function recommendedRoom(input: WalletListInput): number {
  const { options, connectors } = input
  const hasAppChoice = options.featuredWalletIds.length > 0 || options.customWallets.length > 0
  if (hasAppChoice || !connectors.some(isWalletConnect)) return 0
  const owned = installed(input).filter(({ name }) => name !== GENERIC_NAME).length
  return Math.max(0, RECOMMENDED_MAX - owned - recentWallets(input).length)
}

function catalogueRows(input: WalletListInput, wallets: readonly CatalogueWallet[]): WalletItem[] {
  return withoutOwned(input, wallets).map((wallet) => ({ kind: 'wallet', wallet, tag: null }))
}

/** Leaves out wallets that a connector or a recent row shows already, unreachable and excluded ones. */
function withoutOwned(input: WalletListInput, wallets: readonly CatalogueWallet[]) {
  const recent = recentWallets(input)
  return wallets.filter(
    (wallet) =>
      isReachable(wallet, input, input.options) &&
      connectorOf(wallet, input.connectors) === undefined &&
      !recent.some(({ id }) => id === wallet.id) &&
      !isAmong(wallet, input.excluded),
  )
}

function walletConnectOf({ connectors, options }: WalletListInput): ConnectorDescriptor[] {
  return options.enableWalletConnect ? connectors.filter(isWalletConnect).slice(0, 1) : []
}

function isWalletConnect({ type }: ConnectorDescriptor): boolean {
  return type === 'WALLET_CONNECT'
}

function toRow(connector: ConnectorDescriptor, tag: 'qr code' | 'installed' | null): WalletItem {
  return { kind: 'connector', connector, tag }
}
