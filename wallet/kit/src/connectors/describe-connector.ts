import type { Connector } from 'wagmi'
import type { ConnectorDescriptor, ConnectorType } from '#core/connect/connections.ts'
import type { ConnectorTexts } from '#core/options.ts'
import { GENERIC_NAME } from '#core/wallets/wallet-list.ts'
import { EMBEDDED_CONNECTOR_TYPE } from './embedded/embedded-connector.ts'
import { readText } from './read-text.ts'

/** Id of wagmi's connector for `window.ethereum`. */
const GENERIC_ID = 'injected'

/** wagmi's connectors of single wallets. The catalogue lists these under the same ids. */
const EXPLORER_IDS: ReadonlyMap<string, string> = new Map([
  ['coinbaseWalletSDK', 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa'],
  ['safe', '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f'],
])

/**
 * Describes a wagmi connector for the wallet list. Wallets choose what they announce: a missing id or name is replaced.
 *
 * @returns null for a connector without a uid, by which no one could connect.
 */
export function describeConnector(
  connector: Connector,
  texts: Readonly<Record<string, ConnectorTexts>> = {},
): ConnectorDescriptor | null {
  const uid = readText(connector, 'uid')
  if (uid === null) return null
  const id = readText(connector, 'id') ?? uid
  const name = readText(connector, 'name') ?? id
  const icon = readText(connector, 'icon')
  const type = typeOf(id, readText(connector, 'type'))
  const own = Object.hasOwn(texts, id) ? texts[id] : undefined
  return {
    uid,
    id,
    name: own?.name ?? (id === GENERIC_ID ? GENERIC_NAME : name),
    hint: own?.hint,
    type,
    explorerId: EXPLORER_IDS.get(id),
    installed: type === 'ANNOUNCED' || (type === 'INJECTED' && 'ethereum' in globalThis),
    // wagmi uses an announced wallet's reverse domain name as the connector's id.
    rdns: type === 'ANNOUNCED' ? id : rdnsOf(connector),
    // EIP-6963 requires data URLs. Any other host would learn of the visit.
    icon: icon?.startsWith('data:image/') ? icon : null,
  }
}

function typeOf(id: string, type: string | null): ConnectorType {
  if (type === 'walletConnect') return 'WALLET_CONNECT'
  if (type === EMBEDDED_CONNECTOR_TYPE) return 'AUTH'
  if (type !== 'injected') return 'EXTERNAL'
  return id.includes('.') ? 'ANNOUNCED' : 'INJECTED'
}

function rdnsOf(connector: Connector): string | null {
  const { rdns } = connector
  return Array.isArray(rdns) ? readText(rdns, '0') : readText(connector, 'rdns')
}
