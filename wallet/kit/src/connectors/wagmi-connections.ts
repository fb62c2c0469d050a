import type { Address } from 'viem'
import type { Config, Connector, State } from 'wagmi'
import { connect, disconnect, getAccount, watchAccount, watchConnectors } from 'wagmi/actions'
import type {
  Connection,
  Connections,
  ConnectionsState,
  ConnectorDescriptor,
  Network,
} from '#core/connect/connections.ts'
import { NoAccountError } from '#core/failure/no-account-error.ts'
import type { ResolvedOptions } from '#core/options.ts'
import { carefulProvider } from './careful-provider.ts'
import { describeConnector } from './describe-connector.ts'

type Texts = ResolvedOptions['connectorTexts']

/** Creates the connections of a wagmi config. Watches nothing until a listener subscribes. */
export function createWagmiConnections(config: Config, texts: Texts = {}): Connections {
  for (const connector of config.connectors) makeCareful(connector)
  const readState = stateReader(config, texts)
  return {
    getState: readState,
    subscribe: (listener) => {
      const stops = [
        watchAccount(config, { onChange: listener }),
        watchConnectors(config, { onChange: listener }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    connect: async (connectorUid, { signIn, onUri, onRelayError } = {}) => {
      const connector = connectorOf(config, connectorUid)
      const onMessage = ({ type, data }: { type: string; data?: unknown }) => {
        if (type === 'display_uri' && typeof data === 'string') onUri?.(data)
        if (type === 'relay_error') onRelayError?.(data)
      }
      makeCareful(connector)
      await requireRequests(connector)
      connector.emitter.on('message', onMessage)
      try {
        // Our connector for WalletConnect reads `signIn`; others ignore it.
        const parameters = { connector, ...(signIn !== undefined && { signIn }) }
        const { accounts } = await connect(config, parameters)
        if (accounts[0]) return
        await disconnect(config, { connector })
        throw new NoAccountError()
      } finally {
        connector.emitter.off('message', onMessage)
      }
    },
    disconnect: () => disconnect(config),
    switchAccount: (address) => config.setState((state) => withFirstAccount(state, address)),
    switchNetwork: async (chainId) => {
      const { switchOrAddChain } = await import('./switch-or-add-chain.ts')
      await switchOrAddChain(config, chainId)
    },
  }
}

/** Returns a reader whose result stays the same object while nothing has changed. */
function stateReader(config: Config, texts: Texts): () => ConnectionsState {
  const networks = config.chains.map(toNetwork)
  let source: { state: Config['state']; connectors: Config['connectors'] } | null = null
  let state: ConnectionsState = { networks, connectors: [], connection: DISCONNECTED }
  return () => {
    const isFresh = source?.state === config.state && source.connectors === config.connectors
    if (isFresh) return state
    const connectors =
      source?.connectors === config.connectors
        ? state.connectors
        : describeAll(config.connectors, texts)
    source = { state: config.state, connectors: config.connectors }
    state = { networks, connectors, connection: readConnection(config, connectors) }
    return state
  }
}

/** Connectors of the app come first: a wallet that announces the id of one does not get its texts. */
function describeAll(connectors: Config['connectors'], texts: Texts): ConnectorDescriptor[] {
  const ids = connectors.map(({ id }) => id)
  return connectors.flatMap((connector, index) => {
    const isFirst = ids.indexOf(connector.id) === index
    return describeConnector(connector, isFirst ? texts : {}) ?? []
  })
}

/** One object, so that the state is the same while nothing changes. */
const NO_ACCOUNTS: Connection['accounts'] = []

const DISCONNECTED: Connection = {
  status: 'disconnected',
  address: null,
  accounts: NO_ACCOUNTS,
  chainId: null,
  connector: null,
}

function readConnection(config: Config, connectors: readonly ConnectorDescriptor[]): Connection {
  const { status, address, addresses, chainId, connector } = getAccount(config)
  return {
    status,
    address: address ?? null,
    accounts: addresses ?? NO_ACCOUNTS,
    chainId: chainId ?? null,
    connector: connectors.find(({ uid }) => uid === connector?.uid) ?? null,
  }
}

/** wagmi uses the first account of a connection. */
function withFirstAccount(state: State, address: Address): State {
  const connection = state.current === null ? undefined : state.connections.get(state.current)
  if (state.current === null || !connection?.accounts.includes(address)) return state
  const others = connection.accounts.filter((account) => account !== address)
  const changed = { ...connection, accounts: [address, ...others] as const }
  return { ...state, connections: new Map(state.connections).set(state.current, changed) }
}

function connectorOf(config: Config, connectorUid: string): Connector {
  const connector = config.connectors.find(({ uid }) => uid === connectorUid)
  if (connector === undefined)
    throw new Error('The wallet is no longer available. Reload the page.')
  return connector
}

/** Connectors whose provider is a careful one. */
const carefulConnectors = new WeakSet<Connector>()

/** Guards wagmi against wallets that violate EIP-1193. Announced ones and `window.ethereum` are any software's. */
function makeCareful(connector: Connector): void {
  const isWallet = connector.type === 'injected' && typeof connector.getProvider === 'function'
  if (!isWallet || carefulConnectors.has(connector)) return
  carefulConnectors.add(connector)
  const getProvider = connector.getProvider.bind(connector)
  let last: { provider: object; careful: object } | null = null
  connector.getProvider = async (options) => {
    const provider: unknown = await getProvider(options)
    if (typeof provider !== 'object' || provider === null) return provider
    if (last?.provider !== provider) last = { provider, careful: carefulProvider(provider) }
    return last.careful
  }
}

/** A wallet of the page, or an extension's, must follow EIP-1193 (R-CONNECT-4). */
async function requireRequests(connector: Connector): Promise<void> {
  if (connector.type !== 'injected') return
  const provider = (await connector.getProvider()) as { request?: unknown } | undefined
  if (provider !== undefined && typeof provider.request !== 'function') {
    throw new Error('Unsupported provider type')
  }
}

function toNetwork(chain: Config['chains'][number]): Network {
  return {
    id: chain.id,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    explorerUrl: chain.blockExplorers?.default.url ?? null,
    isTestnet: chain.testnet === true,
  }
}
