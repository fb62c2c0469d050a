import { type Address, getAddress, numberToHex, SwitchChainError } from 'viem'
import type { CreateConnectorFn } from 'wagmi'
import type { AppClient } from '../app/app-client.ts'
import type { Metadata } from '../protocol/parties.ts'
import type { Storage } from '../storage/storage.ts'
import { CODES } from '../walletconnect-error.ts'
import { type ConfigOverride, overrideNamespaces, toChainId } from './config-override.ts'
import type { DisconnectData, WalletConnectProvider } from './eip1193-provider.ts'
import type { ConnectionSignIn } from './request-session.ts'

export type ConnectorOptions = {
  /** The relay, `wss://…`. Wallets must use the same one: a pairing link does not name it. */
  relayUrl: string
  projectId: string
  metadata: Metadata
  /** IndexedDB by default. */
  storage?: Storage
  /** Replaces the defaults that are proposed to wallets, like AppKit's option of this name. */
  universalProviderConfigOverride?: ConfigOverride
}

/** Type of the message that the wallet has ended the session, or that it has expired. */
export const SESSION_ENDED = 'session_ended'
export type EndedSession = { isExpired: boolean }

/** Type of the message with the requests that the wallet has not responded to yet. */
export const REQUESTS_PENDING = 'requests_pending'
export type PendingRequests = {
  count: number
  /** The wallet's own, unverified metadata. */
  walletName: string
  /** Link to the wallet's app, as the wallet gives it: check it before you offer it. */
  walletLink: string | null
}

/** Items in wagmi's storage: whether the client must be loaded to find a session, and the selected account. */
type StorageItems = { 'walletConnect.isUsed': boolean; 'walletConnect.account': string }
const IS_USED = 'walletConnect.isUsed'
const ACCOUNT = 'walletConnect.account'

/** Creates a connector for wagmi. The client is loaded when it is first used. */
export function walletConnectConnector(
  options: ConnectorOptions,
): CreateConnectorFn<WalletConnectProvider | undefined, Record<string, unknown>, StorageItems> {
  return (config) => {
    const { chains, emitter, storage } = config
    const { load, isLoaded } = onDemand(() => loadProvider(options, config))
    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      connect: async (parameters: ConnectParameters = {}) => {
        const provider = await load()
        const defaultChain = toChainId(options.universalProviderConfigOverride?.defaultChain)
        await connectWallet(provider, storage, { ...parameters, defaultChain })
        const addresses = toAddresses(provider.accounts)
        const accounts = parameters.withCapabilities
          ? addresses.map((address) => ({ address, capabilities: {} }))
          : addresses
        // Sound: the type has the same condition.
        return { accounts: accounts as never, chainId: provider.chainId }
      },
      disconnect: async () => {
        await storage?.removeItem(IS_USED)
        await (await load()).disconnect()
      },
      getAccounts: async () => toAddresses((await load()).accounts),
      getChainId: async () => (await load()).chainId,
      getProvider: async () => {
        const isUsed = isLoaded() || (await storage?.getItem(IS_USED)) === true
        return isUsed ? await load() : undefined
      },
      isAuthorized: async () => {
        if ((await storage?.getItem(IS_USED)) !== true) return false
        const { accounts, isPairing } = await load()
        if (accounts.length === 0 && !isPairing) await storage?.removeItem(IS_USED)
        return accounts.length > 0
      },
      switchChain: async ({ chainId }: { chainId: number }) => {
        const chain = chains.find(({ id }) => id === chainId)
        if (chain === undefined) throw new SwitchChainError(new Error('Unknown chain.'))
        await switchTo(await load(), chainId)
        return chain
      },
      onAccountsChanged: (accounts) => emitter.emit('change', { accounts: toAddresses(accounts) }),
      onChainChanged: (chainId) => emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect: () => emitter.emit('disconnect'),
    }
  }
}

/** Loads something once. A failure is not kept. */
function onDemand<T>(load: () => Promise<T>) {
  let loading: Promise<T> | undefined
  return {
    isLoaded: () => loading !== undefined,
    load: () => {
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return loading
    },
  }
}

/** Uses the session that there is, or waits for the user's approval of another. */
async function connectWallet(
  provider: WalletConnectProvider,
  storage: Config['storage'],
  { chainId, defaultChain, isReconnecting, signIn }: ConnectParameters,
): Promise<void> {
  if (provider.session === undefined) {
    if (isReconnecting) throw new Error('There is no session to reconnect.')
    // Set before the wallet responds: a phone may end this page while the wallet is open.
    await storage?.setItem(IS_USED, true)
    await provider.connect(defaultChain ?? chainId, signIn)
  } else if (chainId !== undefined && chainId !== provider.chainId) {
    await switchTo(provider, chainId).catch(() => undefined)
  }
}

type Config = Parameters<CreateConnectorFn<unknown, Record<string, unknown>, StorageItems>>[0]

type ConnectParameters = {
  chainId?: number | undefined
  /** Wins over `chainId` when a session begins. */
  defaultChain?: number | undefined
  isReconnecting?: boolean | undefined
  withCapabilities?: boolean | undefined
  /** Signs in together with the connection, where the wallet knows how to. */
  signIn?: ConnectionSignIn | undefined
}

async function loadProvider(
  options: ConnectorOptions,
  { chains, transports, emitter, storage: appStorage }: Config,
): Promise<WalletConnectProvider> {
  const [{ createAppClient }, { createIndexedDbStorage }, { WalletConnectProvider }] =
    await Promise.all([
      import('../app/app-client.ts'),
      import('../storage/indexed-db-storage.ts'),
      import('./eip1193-provider.ts'),
    ])
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
function storeAccount(provider: WalletConnectProvider, storage: Config['storage']): void {
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

function forwardEvents(provider: WalletConnectProvider, emitter: Config['emitter']): void {
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
  emitter: Config['emitter']
}): void {
  const { client, provider, emitter } = deps
  provider.on('disconnect', ({ data }) => {
    const { reason, isByWallet } = data as DisconnectData
    const ended: EndedSession = { isExpired: reason.code === CODES.expired }
    if (isByWallet) emitter.emit('message', { type: SESSION_ENDED, data: ended })
    emitter.emit('disconnect')
  })
  client.on('relayRefused', ({ error }) => {
    emitter.emit('message', { type: 'relay_error', data: error })
  })
}

/** Reports how many requests wait for the user's decision, also from a page before a reload. */
function reportRequests(client: AppClient, emitter: Config['emitter']): void {
  const pending = new Set<number>()
  const report = (topic: string) => {
    const { name, redirect } =
      client.sessions().find((session) => session.topic === topic)?.peer.metadata ?? {}
    const data: PendingRequests = {
      count: pending.size,
      walletName: name ?? '',
      walletLink: redirect?.native || redirect?.universal || null,
    }
    emitter.emit('message', { type: REQUESTS_PENDING, data })
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

async function switchTo(provider: WalletConnectProvider, chainId: number): Promise<void> {
  const params = [{ chainId: numberToHex(chainId) }]
  await provider.request({ method: 'wallet_switchEthereumChain', params })
}

function toAddresses(accounts: readonly string[]): Address[] {
  return accounts.map((account) => getAddress(account))
}
