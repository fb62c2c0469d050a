import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import type { ConnectorDescriptor } from '#core/connect/connections.ts'

/** MetaMask's own browser on phones announces another name than its extension. */
const SAME_RDNS: Readonly<Record<string, string>> = { 'io.metamask.mobile': 'io.metamask' }

/** A wallet's reverse domain name, the same for all shapes of one wallet; null when it has none. */
function rdnsOf({ rdns }: { rdns?: string | null | undefined }): string | null {
  return rdns ? (SAME_RDNS[rdns] ?? rdns) : null
}

/** True when both are the same wallet. Only names that both really have are compared. */
function isSameWallet(wallet: CatalogueWallet, connector: ConnectorDescriptor): boolean {
  const rdns = rdnsOf(wallet)
  return rdns !== null && rdns === rdnsOf(connector)
}

/** The connector that reaches a catalogue's wallet without WalletConnect, if it is installed. */
export function connectorOf(
  wallet: CatalogueWallet,
  connectors: readonly ConnectorDescriptor[],
): ConnectorDescriptor | undefined {
  return connectors.find((connector) => isSameWallet(wallet, connector))
}

/** True when the rdns, or the name in lower case, is that of a listed wallet (spec, section 5). */
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
