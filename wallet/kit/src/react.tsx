import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { lazy, type ReactNode, Suspense, useCallback, useEffect } from 'react'
import type { Connection, Network } from '#core/connect/connections.ts'
import { followConnection } from '#core/connect/follow-connection.ts'
import type { EventListener } from '#core/events.ts'
import type { Modal, ModalState } from '#core/modal/modal.ts'
import type { Route, RouteArguments, SwapArguments, View } from '#core/modal/views.ts'
import type { WalletKit } from './create-wallet-kit.ts'
import { startAccount } from './react/account/start-account.ts'
import { KitContext, useConnectionState, useKit, useStore } from './react/kit-context.ts'
import { followEmbeddedWallet } from './react/login/embedded-wallet.ts'
import { startAnalytics } from './react/start-analytics.ts'
import { ModalDialog } from './shell/dialog/modal-dialog.tsx'

type WalletKitProviderProps = {
  kit: WalletKit
  children: ReactNode
}

/**
 * Provides the kit to the components below it and renders its modal. Needs no other provider.
 *
 * @example
 * <WagmiProvider config={config}>
 *   <WalletKitProvider kit={kit}>
 *     <App />
 *   </WalletKitProvider>
 * </WagmiProvider>
 */
export function WalletKitProvider({ kit, children }: WalletKitProviderProps) {
  useEffect(() => startKit(kit), [kit])
  return (
    <KitContext.Provider value={kit}>
      {children}
      {!kit.options.enableEmbedded && <OpenModal />}
      <OpenApproval />
    </KitContext.Provider>
  )
}

function OpenModal() {
  const { isOpen } = useWalletKitState()
  return isOpen ? <ModalDialog /> : null
}

const ApprovalDialog = lazy(async () => ({
  default: (await import('./shell/dialog/approval-dialog.tsx')).ApprovalDialog,
}))

/** Approvals of the embedded wallet; loaded when its account is connected. */
function OpenApproval() {
  const { connection } = useConnectionState()
  if (connection.connector?.type !== 'AUTH') return null
  return (
    <Suspense>
      <ApprovalDialog />
    </Suspense>
  )
}

function startKit(kit: WalletKit): () => void {
  const { events, connections, options, alerts, queryClient } = kit
  const networks = connections.getState().networks.map(({ id }) => id)
  const stopAnalytics = startAnalytics(kit)
  events.emit({ event: 'INITIALIZE', properties: { networks } })
  if (options.projectId === '') alerts.show('projectIdMissing')
  // Resumes retries that wait because the page is hidden, e.g. behind a wallet app.
  queryClient.mount()
  // Rare, so its code is not part of the page's.
  if (window.location.search.includes('result_uri=')) {
    void import('./react/login/resume-social-login.ts').then(({ resumeSocialLogin }) =>
      resumeSocialLogin(kit),
    )
  }
  const stops = [
    stopAnalytics,
    followConnection(kit),
    startAccount(kit),
    followEmbeddedWallet(kit),
    () => queryClient.unmount(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Target to open: a view with its data, or a wallet (connector id, reverse domain name, catalogue id or
 * catalogue wallet). Empty for the default view.
 */
export type OpenOptions =
  | { view?: View }
  | Route
  | { view: 'Swap'; arguments: SwapArguments }
  | { wallet: CatalogueWallet | string }

/**
 * Opens and closes the modal.
 *
 * @example
 * const { open } = useWalletKit()
 * open() // Account if connected, otherwise Connect
 * open({ view: 'Networks' })
 * open({ view: 'Swap', arguments: { fromToken: 'BNB', toToken: 'CAKE', amount: '0.5' } })
 * open({ wallet: 'io.metamask' })
 */
export function useWalletKit(): { open: (options?: OpenOptions) => void; close: () => void } {
  const { modal } = useKit()
  const open = useCallback((options: OpenOptions = {}) => openModal(modal, options), [modal])
  return { open, close: modal.close }
}

function openModal(modal: Modal, options: OpenOptions): void {
  if ('wallet' in options) modal.openWallet(options.wallet)
  else if ('arguments' in options) modal.open('Swap', options.arguments)
  else if (options.view === undefined) modal.open()
  // Sound: a Route pairs each view with its own data.
  else
    modal.open(
      ...([options.view, 'data' in options ? options.data : undefined] as RouteArguments<View>),
    )
}

/**
 * Returns the connected account and the connection status.
 *
 * @example
 * const { address, isConnected } = useWalletKitAccount()
 */
export function useWalletKitAccount(): Connection & { isConnected: boolean } {
  const { connection } = useConnectionState()
  return { ...connection, isConnected: connection.status === 'connected' }
}

/**
 * Returns the networks of the app and the wallet's current one.
 *
 * @example
 * const { network, switchNetwork } = useWalletKitNetwork()
 * if (network?.id !== 56) await switchNetwork(56)
 */
export function useWalletKitNetwork(): {
  /** Null when not connected or on a network that is not configured. */
  network: Network | null
  networks: readonly Network[]
  isSupported: boolean
  switchNetwork: (chainId: number) => Promise<void>
} {
  const { alerts, connections } = useKit()
  const { connection, networks } = useConnectionState()
  const switchNetwork = useCallback(
    (chainId: number) => {
      const isKnown = connections.getState().networks.some(({ id }) => id === chainId)
      if (!isKnown) alerts.show('networkNotFound')
      return connections.switchNetwork(chainId)
    },
    [alerts, connections],
  )
  const network = networks.find(({ id }) => id === connection.chainId) ?? null
  return {
    network,
    networks,
    isSupported: connection.chainId === null || network !== null,
    switchNetwork,
  }
}

/**
 * Returns whether the modal is open.
 *
 * @example
 * const { isOpen } = useWalletKitState()
 */
export function useWalletKitState(): ModalState {
  const { modal } = useKit()
  return useStore(modal, (state) => state)
}

/**
 * Calls `listener` with every event while the component is mounted. Keep the function stable.
 *
 * @example
 * useWalletKitEvents(useCallback(({ event }) => track(event), []))
 */
export function useWalletKitEvents(listener: EventListener): void {
  const { events } = useKit()
  useEffect(() => events.subscribe(listener), [events, listener])
}
