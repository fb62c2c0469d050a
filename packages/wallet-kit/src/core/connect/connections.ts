import type { Address } from 'viem'
import type { Store } from '#core/store.ts'

/**
 * Kinds of connectors (spec, section 2): wallets announced by EIP-6963, whatever calls itself
 * `window.ethereum`, WalletConnect, and everything else an app adds.
 */
export type ConnectorType = 'ANNOUNCED' | 'INJECTED' | 'WALLET_CONNECT' | 'EXTERNAL'

/** A way to connect that the app has configured or a wallet has announced. */
export type ConnectorDescriptor = {
  /** Unique while the page lives. */
  uid: string
  id: string
  name: string
  /** What the app says of it. */
  hint?: string | undefined
  type: ConnectorType
  /** Reverse domain name of an announced wallet. */
  rdns: string | null
  /** Data URL of the wallet's own picture; other addresses are dropped, they would tell of the visit. */
  icon: string | null
}

type ConnectionStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

/** The connected account. All null but in status `connected` (and while reconnecting to it). */
export type Connection = {
  status: ConnectionStatus
  address: Address | null
  /** The wallet's network, which need not be a configured one. */
  chainId: number | null
  connector: ConnectorDescriptor | null
}

/** A network the app is configured for. */
export type Network = {
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  explorerUrl: string | null
  isTestnet: boolean
}

export type ConnectionsState = {
  connection: Connection
  connectors: readonly ConnectorDescriptor[]
  networks: readonly Network[]
}

/** What a WalletConnect attempt tells while it waits for a wallet. */
type ConnectListeners = {
  /** Hears each pairing link. */
  onUri?: (uri: string) => void
  /** Hears why the relay ends a connection; the client itself keeps trying. */
  onRelayError?: (error: unknown) => void
}

/** Wallets as the kit sees them; wagmi stands behind it. */
export type Connections = Store<ConnectionsState> & {
  /**
   * Connects through one connector.
   *
   * @throws what the wallet or the connector throws; see `isRejection`.
   */
  connect: (connectorUid: string, listeners?: ConnectListeners) => Promise<void>
  disconnect: () => Promise<void>
  /** Asks the wallet to change its network, and to add it when it is unknown there. */
  switchNetwork: (chainId: number) => Promise<void>
}

/** WalletConnect is the only way to connect ("basic", spec, section 4). */
export function isBasic({ connectors }: Pick<ConnectionsState, 'connectors'>): boolean {
  return connectors.length > 0 && connectors.every(({ type }) => type === 'WALLET_CONNECT')
}
