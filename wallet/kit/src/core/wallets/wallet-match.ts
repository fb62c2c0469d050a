import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import type { ConnectorDescriptor } from '#core/connect/connections.ts'

/** The in-app browser of MetaMask announces another name than the extension. */
const SAME_RDNS: Readonly<Record<string, string>> = { 'io.metamask.mobile': 'io.metamask' }

/** Returns the reverse domain name of a wallet, the same for its app and its extension; null without one. */
function rdnsOf({ rdns }: { rdns?: string | null | undefined }): string | null {
  return rdns ? (SAME_RDNS[rdns] ?? rdns) : null
}

/** True when both have the same id or reverse domain name; false if either has neither. */
function isSameWallet(wallet: CatalogueWallet, connector: ConnectorDescriptor): boolean {
  if (connector.explorerId === wallet.id) return true
  const rdns = rdnsOf(wallet)
  return rdns !== null && rdns === rdnsOf(connector)
}

/** Returns the connector that reaches a catalogue's wallet without WalletConnect, if it is installed. */
export function connectorOf(
  wallet: CatalogueWallet,
  connectors: readonly ConnectorDescriptor[],
): ConnectorDescriptor | undefined {
  return connectors.find((connector) => isSameWallet(wallet, connector))
}

/** True when a listed wallet has the same rdns or lower-cased name (R-WALLETS-4). */
export function isAmong(
  { rdns, name }: { rdns?: string | null | undefined; name: string },
  wallets: readonly CatalogueWallet[],
): boolean {
  return wallets.some(
    (wallet) =>
      (rdnsOf(wallet) !== null && rdnsOf(wallet) === rdnsOf({ rdns })) ||
      wallet.name.toLowerCase() === name.toLowerCase(),
  )
}
