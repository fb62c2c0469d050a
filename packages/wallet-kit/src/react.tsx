import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Connection, Network } from '#core/connect/connections.ts'
import { followConnection } from '#core/connect/follow-connection.ts'
import type { EventListener } from '#core/events.ts'
import type { Modal, ModalState } from '#core/modal/modal.ts'
import type { Route, RouteArguments, View } from '#core/modal/views.ts'
import type { WalletKit } from './create-wallet-kit.ts'
import { KitContext, useConnectionState, useKit } from './react/kit-context.ts'
import { startAccount } from './react/start-account.ts'
import { ModalDialog } from './shell/modal-dialog.tsx'

type WalletKitProviderProps = {
  kit: WalletKit
  children: ReactNode
}

/** Gives the kit to the components below and shows its modal. Needs no other provider. */
export function WalletKitProvider({ kit, children }: WalletKitProviderProps) {
  useEffect(() => startKit(kit), [kit])
  return (
    <KitContext value={kit}>
      {children}
      {!kit.options.enableEmbedded && <OpenModal />}
    </KitContext>
  )
}

function OpenModal() {
  const { isOpen } = useWalletKitState()
  return isOpen ? <ModalDialog /> : null
}

function startKit(kit: WalletKit): () => void {
  const { events, connections, options, alerts } = kit
  const networks = connections.getState().networks.map(({ id }) => id)
  events.emit({ event: 'INITIALIZE', properties: { networks } })
  if (options.projectId === '') alerts.show('projectIdMissing')
  const stops = [followConnection(kit), startAccount(kit)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** What to open: a view with its data, one wallet, or nothing in particular. */
export type OpenOptions = { view?: View } | Route | { wallet: CatalogueWallet | string }

/** Opens and closes the modal. */
export function useWalletKit(): { open: (options?: OpenOptions) => void; close: () => void } {
  const { modal } = useKit()
  const open = useCallback((options: OpenOptions = {}) => openModal(modal, options), [modal])
  return { open, close: modal.close }
}

function openModal(modal: Modal, options: OpenOptions): void {
  if ('wallet' in options) modal.openWallet(options.wallet)
  else if (options.view === undefined) modal.open()
  // Sound: a Route pairs each view with its own data.
  else
    modal.open(
      ...([options.view, 'data' in options ? options.data : undefined] as RouteArguments<View>),
    )
}

/** The connected account, and how far connecting has come. */
export function useWalletKitAccount(): Connection & { isConnected: boolean } {
  const { connection } = useConnectionState()
  return { ...connection, isConnected: connection.status === 'connected' }
}

/** The networks of the app, and which of them the wallet is on. */
export function useWalletKitNetwork(): {
  /** Null when not connected, and when the wallet is on a network that is not configured. */
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

/** Whether the modal is open. */
export function useWalletKitState(): ModalState {
  const { modal } = useKit()
  return useSyncExternalStore(modal.subscribe, modal.getState, modal.getState)
}

/** Calls `listener` with every event while the component is mounted. Keep the function stable. */
export function useWalletKitEvents(listener: EventListener): void {
  const { events } = useKit()
  useEffect(() => events.subscribe(listener), [events, listener])
}
