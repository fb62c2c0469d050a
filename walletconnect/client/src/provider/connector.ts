import { numberToHex, SwitchChainError } from 'viem'
import type { CreateConnectorFn } from 'wagmi'
import type { Metadata } from '../protocol/parties.ts'
import type { Storage } from '../storage/storage.ts'
import { type ConfigOverride, toChainId } from './config-override.ts'
import type { ConnectorConfig, StorageItems } from './create-provider.ts'
import type { WalletConnectProvider } from './eip1193-provider.ts'
import type { ConnectionSignIn } from './request-session.ts'
import { toAddresses } from './to-addresses.ts'

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

const IS_USED = 'walletConnect.isUsed'

/** Creates a connector for wagmi. The client is loaded when it is first used. */
export function walletConnectConnector(
  options: ConnectorOptions,
): CreateConnectorFn<WalletConnectProvider | undefined, Record<string, unknown>, StorageItems> {
  return (config) => {
    const { chains, emitter, storage } = config
    const { load, isLoaded } = onDemand(async () => {
      const { createProvider } = await import('./create-provider.ts')
      return await createProvider(options, config)
    })
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
  storage: ConnectorConfig['storage'],
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

type ConnectParameters = {
  chainId?: number | undefined
  /** Wins over `chainId` when a session begins. */
  defaultChain?: number | undefined
  isReconnecting?: boolean | undefined
  withCapabilities?: boolean | undefined
  /** Signs in together with the connection, where the wallet knows how to. */
  signIn?: ConnectionSignIn | undefined
}

async function switchTo(provider: WalletConnectProvider, chainId: number): Promise<void> {
  const params = [{ chainId: numberToHex(chainId) }]
  await provider.request({ method: 'wallet_switchEthereumChain', params })
}
