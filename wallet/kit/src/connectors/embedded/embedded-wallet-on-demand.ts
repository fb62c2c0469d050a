import type { FrameUser } from '@bullring/login-api/frame-messages/user'
import { type Address, getAddress, SwitchChainError } from 'viem'
import { type CreateConnectorFn, createConnector } from 'wagmi'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { isLoggedIn, isSignOutOwed, LOGIN_USED_KEY } from '#core/embedded/is-logged-in.ts'
import type { LeavesPage } from '#core/embedded/leaves-page.ts'
import type { Metadata } from '#core/options.ts'
import {
  browserStorage,
  createPersistence,
  type KeyValueStorage,
  onRemovedElsewhere,
} from '#core/persistence.ts'
import {
  EMBEDDED_CONNECTOR_ID,
  EMBEDDED_CONNECTOR_TYPE,
  type EmbeddedConnectorProperties,
  LOAD_TIMEOUT,
  UNSUPPORTED_METHOD,
} from './embedded-connector.ts'

export type EmbeddedWalletOptions = {
  /** Origin of the embedded wallet, `https://wallet.my.app`. */
  frameUrl: string
  /** Identifies the app to the wallet, which only known origins may embed. */
  projectId: string
  metadata?: Metadata
  /**
   * New users start with a smart account on networks that have one; others keep their account. By default, users start
   * with the account of their key.
   */
  startsSmart?: boolean
  /** Without it, no request can be approved where the browser opens no windows. */
  leavesPage?: LeavesPage
  /** Remembers the login; the browser's local storage by default. */
  storage?: KeyValueStorage
}

/**
 * A connector for login by email, social account and Farcaster. The keys are in a frame of another origin. Frame and
 * code load when a visitor logs in or has done so before, not with the page.
 */
export function embeddedWalletOnDemand(options: EmbeddedWalletOptions): CreateConnectorFn {
  return createConnector<Provider, EmbeddedConnectorProperties>((config) => {
    const wallet = loader(options, config)
    return {
      id: EMBEDDED_CONNECTOR_ID,
      name: 'Email wallet',
      icon: ICON,
      type: EMBEDDED_CONNECTOR_TYPE,
      loadWallet: wallet.load,
      setup() {
        onRemovedElsewhere(LOGIN_USED_KEY, () => {
          config.emitter.emit('disconnect')
          void wallet.forget()
        })
        return Promise.resolve()
      },
      async connect({ chainId, isReconnecting } = {}) {
        const { getUser, record, switchNetwork } = await wallet.load()
        const wanted = chainId ?? (isReconnecting ? record.lastChain() : null)
        const known = config.chains.some(({ id }) => id === wanted)
        const user = await getUser((known && wanted) || config.chains[0].id)
        let current = record.lastChain() ?? config.chains[0].id
        if (chainId !== undefined && current !== chainId) current = await switchNetwork(chainId)
        // wagmi derives this type from a runtime flag. Its own connectors cast, too.
        return { accounts: [addressOf(user)] as never, chainId: current }
      },
      async disconnect() {
        await (await wallet.load()).signOut()
      },
      async getAccounts() {
        const { getUser, record } = await wallet.load()
        return [addressOf(await getUser(record.lastChain() ?? config.chains[0].id))]
      },
      getChainId: async () => (await wallet.load()).getChainId(),
      async getProvider() {
        if (!wallet.isNeeded()) return undefined as never
        return await wallet.load()
      },
      async isAuthorized() {
        if (!wallet.isNeeded()) return false
        // wagmi restores no connection any more once this has thrown.
        return await wallet.load().then(
          ({ isConnected }) => isConnected().catch(() => false),
          () => false,
        )
      },
      async switchChain({ chainId }) {
        const chain = config.chains.find(({ id }) => id === chainId)
        if (chain === undefined) throw new SwitchChainError(new Error('Chain is not configured'))
        const { accounts, getUser, switchNetwork } = await wallet.load()
        const current = await switchNetwork(chainId)
        // Each network has the account that the user has chosen there.
        const hasChoice = accounts.getState().choiceChainIds.length > 0
        const user = hasChoice ? await getUser(current) : null
        config.emitter.emit('change', {
          chainId: current,
          ...(user && { accounts: [addressOf(user)] }),
        })
        return chain
      },
      onAccountsChanged: (accounts) =>
        config.emitter.emit('change', { accounts: accounts.map((account) => getAddress(account)) }),
      onChainChanged: (chainId) => config.emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect: () => config.emitter.emit('disconnect'),
    }
  })
}

/** An envelope. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 32 32"><path fill="#e7ebfb" d="M-6-6h32v32H-6Z"/><path fill="none" stroke="#2646b4" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" d="M3.5 5.5h13v9h-13zM3.8 6l6.2 5 6.2-5"/></svg>',
)}`

type Provider = Pick<EmbeddedWallet, 'request'>

type ConnectorConfig = Parameters<CreateConnectorFn>[0]

/** Loads the wallet once. A failed load is retried by the next call. */
function loader(options: EmbeddedWalletOptions, { chains, emitter }: ConnectorConfig) {
  const storage = () => options.storage ?? browserStorage()
  let wallet: Promise<EmbeddedWallet> | null = null
  const create = async () => {
    const { createEmbeddedWallet } = await import('./create-embedded-wallet.ts')
    return createEmbeddedWallet({
      ...options,
      storage,
      defaultChainId: chains[0].id,
      onUser: (user) => emitter.emit('change', { accounts: [addressOf(user)] }),
      onSignedOut: () => emitter.emit('disconnect'),
      onLoadTimeout: () => emitter.emit('message', { type: LOAD_TIMEOUT }),
      onUnsupported: (method) =>
        emitter.emit('message', { type: UNSUPPORTED_METHOD, data: method }),
    })
  }
  return {
    load: () => {
      wallet ??= create().catch((error: unknown) => {
        wallet = null
        throw error
      })
      return wallet
    },
    /** Signs out of the frame of this page, which holds the session, too. */
    forget: async () => {
      const loaded = await wallet?.catch(() => null)
      await loaded?.signOut().catch(() => undefined)
    },
    /** Whether a login may exist: without one, a page that restores connections must not load the frame. */
    isNeeded: () => {
      const persistence = createPersistence(storage)
      return wallet !== null || isLoggedIn(persistence) || isSignOutOwed(persistence)
    },
  }
}

function addressOf({ address, accounts }: FrameUser): Address {
  return getAddress(accounts?.[0]?.address ?? address)
}
