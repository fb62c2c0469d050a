import type { CreateConnectorFn } from 'wagmi'
import { type AppClient, createAppClient } from '../app/app-client.ts'
import { createIndexedDbStorage } from '../storage/indexed-db-storage.ts'
import { CODES } from '../walletconnect-error.ts'
import { overrideNamespaces } from './config-override.ts'
import type {
  ConnectorOptions,
  EndedSession,
  PendingRequests,
  REQUESTS_PENDING,
  SESSION_ENDED,
} from './connector.ts'
import { type DisconnectData, WalletConnectProvider } from './eip1193-provider.ts'
import { toAddresses } from './to-addresses.ts'

// The connector's constants, whose module imports this one.
const ENDED: typeof SESSION_ENDED = 'session_ended'
const PENDING: typeof REQUESTS_PENDING = 'requests_pending'

/** Items in wagmi's storage: whether the client must be loaded to find a session, and the selected account. */
export type StorageItems = { 'walletConnect.isUsed': boolean; 'walletConnect.account': string }

/** Parameters that wagmi gives the connector. */
export type ConnectorConfig = Parameters<
  CreateConnectorFn<unknown, Record<string, unknown>, StorageItems>
>[0]

/** The selected account. */
const ACCOUNT = 'walletConnect.account'

/** Creates the client and its provider, whose events the connector emits. Loaded with the first use of the connector. */
export async function createProvider(
  options: ConnectorOptions,
  { chains, transports, emitter, storage: appStorage }: ConnectorConfig,
): Promise<WalletConnectProvider> {
  const { storage = createIndexedDbStorage(), universalProviderConfigOverride = {} } = options
  const { rpcMap = {} } = universalProviderConfigOverride
  const client = await createAppClient({ ...options, storage })
  const provider = new WalletConnectProvider({
    client,
    chains: chains.map((chain) => {
      const url: unknown = transports?.[chain.id]?.({ chain }).value?.['url']
      const ownUrl = typeof url === 'string' ? url : (chain.rpcUrls.default.http[0] ?? '')
      return { chainId: chain.id, rpcUrl: rpcMap[`eip155:${chain.id}`] ?? ownUrl }
    }),
    propose: (eip155) => overrideNamespaces(eip155, universalProviderConfigOverride),
    selectedAccount: (await appStorage?.getItem(ACCOUNT)) ?? undefined,
  })
  storeAccount(provider, appStorage)
  forwardEvents(provider, emitter)
  reportProblems({ client, provider, emitter })
  reportRequests(client, emitter)
  return provider
}

/** Wallets report the account that the user selects, and do not repeat it to a page that was reloaded. */
function storeAccount(provider: WalletConnectProvider, storage: ConnectorConfig['storage']): void {
  const store = async () => {
    const [account] = provider.accounts
    if (account === undefined) await storage?.removeItem(ACCOUNT)
    else await storage?.setItem(ACCOUNT, account)
  }
  for (const name of ['accountsChanged', 'connect', 'disconnect'] as const) {
    // Without storage, the first account is selected after a reload.
    provider.on(name, () => void store().catch(() => undefined))
  }
}

function forwardEvents(provider: WalletConnectProvider, emitter: ConnectorConfig['emitter']): void {
  provider.on('display_uri', (data) => emitter.emit('message', { type: 'display_uri', data }))
  provider.on('accountsChanged', (accounts) =>
    emitter.emit('change', { accounts: toAddresses(accounts) }),
  )
  provider.on('chainChanged', (chainId) => emitter.emit('change', { chainId: Number(chainId) }))
  provider.on('connect', ({ chainId }) =>
    emitter.emit('connect', {
      accounts: toAddresses(provider.accounts),
      chainId: Number(chainId),
    }),
  )
}

function reportProblems(deps: {
  client: AppClient
  provider: WalletConnectProvider
  emitter: ConnectorConfig['emitter']
}): void {
  const { client, provider, emitter } = deps
  provider.on('disconnect', ({ data }) => {
    const { reason, isByWallet } = data as DisconnectData
    const ended: EndedSession = { isExpired: reason.code === CODES.expired }
    if (isByWallet) emitter.emit('message', { type: ENDED, data: ended })
    emitter.emit('disconnect')
  })
  client.on('relayRefused', ({ error }) => {
    emitter.emit('message', { type: 'relay_error', data: error })
  })
}

/** Reports how many requests wait for the user's decision, also from a page before a reload. */
function reportRequests(client: AppClient, emitter: ConnectorConfig['emitter']): void {
  const pending = new Set<number>()
  const report = (topic: string) => {
    const { name, redirect } =
      client.sessions().find((session) => session.topic === topic)?.peer.metadata ?? {}
    const data: PendingRequests = {
      count: pending.size,
      walletName: name ?? '',
      walletLink: redirect?.native || redirect?.universal || null,
    }
    emitter.emit('message', { type: PENDING, data })
  }
  client.on('requestSent', ({ session, id }) => {
    pending.add(id)
    report(session.topic)
  })
  client.on('requestSettled', ({ topic, id }) => {
    if (pending.delete(id)) report(topic)
  })
  for (const { id, topic } of client.resumedRequests()) {
    pending.add(id)
    report(topic)
  }
}
