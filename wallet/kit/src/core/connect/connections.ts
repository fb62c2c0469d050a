import type { Address } from 'viem'
import type { Store } from '#core/store.ts'

/**
 * Types of connectors (R-WALLETS-3): wallets announced by EIP-6963, `window.ethereum`, WalletConnect, the embedded
 * wallet, and all others that an app adds.
 */
export type ConnectorType = 'ANNOUNCED' | 'INJECTED' | 'WALLET_CONNECT' | 'AUTH' | 'EXTERNAL'

/** A way to connect that the app has configured or a wallet has announced. */
export type ConnectorDescriptor = {
  /** Unique within the page. */
  uid: string
  id: string
  name: string
  /** The app's description of it. */
  hint?: string | undefined
  type: ConnectorType
  /** Id of the wallet in the public registry, for connectors without a reverse domain name. */
  explorerId?: string | undefined
  /** True for a wallet of this browser: announced, or `window.ethereum`. */
  installed: boolean
  /** Reverse domain name of an announced wallet. */
  rdns: string | null
  /** Data URL of the wallet's image; null for other URLs, which would reveal the visit to their host. */
  icon: string | null
}

type ConnectionStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

/** The connected account. All null or empty unless `connected` or `reconnecting`. */
export type Connection = {
  status: ConnectionStatus
  address: Address | null
  /** All accounts that the wallet lets the app use, `address` first; none while not connected. */
  accounts: readonly Address[]
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

/** Sign-in that a wallet has signed while it connected. */
export type SignedWithConnection = {
  address: string
  chainId: number
  /** EIP-4361. */
  message: string
  signature: string
}

/** A sign-in that a wallet can sign while it connects (`wc_sessionAuthenticate`). Times are ISO 8601. */
export type ConnectionSignIn = {
  domain: string
  uri: string
  nonce: string
  statement?: string
  requestId?: string
  resources?: readonly string[]
  notBefore?: string
  expiresAt?: string
  /** Called before the account is connected; never for a wallet that only connects. */
  onSigned: (signed: SignedWithConnection) => Promise<void>
}

/** Options of a WalletConnect attempt, and its callbacks while it waits for a wallet. */
type PairingOptions = {
  signIn?: ConnectionSignIn | undefined
  /** Called with each pairing link. */
  onUri?: (uri: string) => void
  /** Called when the relay ends a connection. The client keeps trying. */
  onRelayError?: (error: unknown) => void
}

/** Connectors and the connected wallet; implemented with wagmi. */
export type Connections = Store<ConnectionsState> & {
  /**
   * Connects through one connector.
   *
   * @throws the error of the wallet or the connector; see `isRejection`.
   */
  connect: (connectorUid: string, pairing?: PairingOptions) => Promise<void>
  disconnect: () => Promise<void>
  /** Uses another of the wallet's accounts, until the wallet selects one itself. */
  switchAccount: (address: Address) => void
  /** Switches the wallet's network, and adds it if the wallet does not know it. */
  switchNetwork: (chainId: number) => Promise<void>
}

/** True when WalletConnect is the only way to connect (R-CONNECT-3). */
export function isBasic({ connectors }: Pick<ConnectionsState, 'connectors'>): boolean {
  return connectors.length > 0 && connectors.every(({ type }) => type === 'WALLET_CONNECT')
}
