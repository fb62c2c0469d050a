import type { Connector } from 'wagmi'
import type { ConnectorDescriptor, ConnectorType } from '#core/connect/connections.ts'
import type { ConnectorTexts } from '#core/options.ts'
import { GENERIC_NAME } from '#core/wallets/wallet-list.ts'
import { EMBEDDED_CONNECTOR_TYPE } from './embedded/embedded-connector.ts'

/** Id of wagmi's connector for `window.ethereum`. */
const GENERIC_ID = 'injected'

/** wagmi's connectors of single wallets. The catalogue lists these under the same ids. */
const EXPLORER_IDS: Readonly<Record<string, string>> = {
  coinbaseWalletSDK: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  safe: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
}

/** Describes a wagmi connector for the wallet list. */
export function describeConnector(
  connector: Connector,
  texts: ConnectorTexts = {},
): ConnectorDescriptor {
  const type = typeOf(connector)
  return {
    uid: connector.uid,
    id: connector.id,
    name: texts.name ?? (connector.id === GENERIC_ID ? GENERIC_NAME : connector.name),
    hint: texts.hint,
    type,
    explorerId: EXPLORER_IDS[connector.id],
    installed: type === 'ANNOUNCED' || (type === 'INJECTED' && 'ethereum' in globalThis),
    // wagmi uses an announced wallet's reverse domain name as the connector's id.
    rdns: type === 'ANNOUNCED' ? connector.id : (rdnsOf(connector) ?? null),
    // EIP-6963 requires data URLs. Any other host would learn of the visit.
    icon: connector.icon?.trim().startsWith('data:image/') ? connector.icon.trim() : null,
  }
}

function typeOf({ id, type }: Connector): ConnectorType {
  if (type === 'walletConnect') return 'WALLET_CONNECT'
  if (type === EMBEDDED_CONNECTOR_TYPE) return 'AUTH'
  if (type !== 'injected') return 'EXTERNAL'
  return id.includes('.') ? 'ANNOUNCED' : 'INJECTED'
}

function rdnsOf({ rdns }: Connector): string | undefined {
  return typeof rdns === 'string' ? rdns : rdns?.[0]
}
