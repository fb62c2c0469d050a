import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { type Connections, isBasic } from '#core/connect/connections.ts'
import { routeToWallet } from '#core/connect/route-to-wallet.ts'
import type { Device } from '#core/device.ts'
import type { Events } from '#core/events.ts'
import { createStore, type Store } from '#core/store.ts'
import { openingView } from './opening-view.ts'
import type { Router } from './router.ts'
import type { Toasts } from './toasts.ts'
import type { RouteArguments, View } from './views.ts'

/** R-MODAL-7. */
const SHAKE_MS = 500

/** Whether the visitor still has to agree to the legal documents before connecting. */
export type Consent = { isMissing: boolean }

export type ModalState = { isOpen: boolean; isShaking: boolean }

/** Returns true while the user may not close the view. */
type CloseGuard = (view: View) => boolean

/** Opens and closes the card. `isOpen` is independent of the connection. */
export type Modal = Store<ModalState> & {
  /** Opens at once. Without a view: see `openingView`. */
  open: <view extends View>(...route: RouteArguments<view> | []) => void
  /** Opens at once and connects a given wallet; see `routeToWallet`. */
  openWallet: (wallet: CatalogueWallet | string) => void
  /** Closes at once, or in embedded mode goes to the first view. */
  close: () => void
  /** Closes at the user's request, or shakes if a guard forbids it. */
  requestClose: () => void
  /** Goes back to the previous view. Closes when there is none. */
  goBack: () => void
  shake: () => void
  /** Adds a rule that keeps the modal open, until the returned function is called. */
  addCloseGuard: (guard: CloseGuard) => () => void
}

type ModalDeps = {
  router: Router
  connections: Connections
  events: Events
  toasts: Toasts
  device: () => Device
  consent: Store<Consent>
  isEmbedded: boolean
}

export function createModal(deps: ModalDeps): Modal {
  const { router, connections, events, toasts, device, consent, isEmbedded } = deps
  const store = createStore<ModalState>({ isOpen: false, isShaking: false })
  const guards = new Set<CloseGuard>()
  const isConnected = () => connections.getState().connection.status === 'connected'

  const viewFor = (requested?: View) => {
    const hasConnectors = !isBasic(connections.getState())
    const { isMobile } = device()
    return openingView({
      isConnected: isConnected(),
      isMobile,
      hasConnectors,
      requested,
      isConsentMissing: consent.getState().isMissing,
    })
  }
  const shake = () => {
    if (store.getState().isShaking) return
    store.setState({ isShaking: true })
    setTimeout(() => store.setState({ isShaking: false }), SHAKE_MS)
  }
  const close = () => {
    const wasOpen = store.getState().isOpen
    toasts.hide()
    if (isEmbedded) router.reset(isConnected() ? 'Account' : 'Connect')
    if (!wasOpen) return
    store.setState({ isOpen: false })
    events.emit({ event: 'MODAL_CLOSE', properties: { connected: isConnected() } })
  }
  const showOpen = () => {
    if (store.getState().isOpen) return
    store.setState({ isOpen: true })
    events.emit({ event: 'MODAL_OPEN', properties: { connected: isConnected() } })
  }
  return {
    ...store,
    open: (...route) => {
      const view = viewFor(route[0])
      if (view === route[0]) router.reset(...(route as RouteArguments<View>))
      else router.reset(...([view] as RouteArguments<View>))
      showOpen()
    },
    openWallet: (wallet) => {
      const { view, data } = routeToWallet(wallet, connections.getState().connectors)
      if (consent.getState().isMissing) router.reset('Connect')
      else router.reset(...([view, data] as RouteArguments<View>))
      showOpen()
    },
    close,
    shake,
    requestClose: () => {
      const { view } = router.current()
      if ([...guards].some((guard) => guard(view))) shake()
      else close()
    },
    goBack: () => {
      if (!router.goBack()) close()
    },
    addCloseGuard: (guard) => {
      guards.add(guard)
      return () => {
        guards.delete(guard)
      }
    },
  }
}
