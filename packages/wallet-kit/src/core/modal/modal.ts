import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import { type Connections, isBasic } from '#core/connect/connections.ts'
import { routeToWallet } from '#core/connect/open-wallet.ts'
import type { Device } from '#core/device.ts'
import type { Events } from '#core/events.ts'
import { createStore, type Store } from '#core/store.ts'
import { openingView } from './opening-view.ts'
import type { Router } from './router.ts'
import type { Toasts } from './toasts.ts'
import type { RouteArguments, View } from './views.ts'

/** Spec, section 2: the card shakes for half a second. */
const SHAKE_MS = 500

export type ModalState = { isOpen: boolean; isShaking: boolean }

/** True when the view may not be closed by the visitor now. */
type CloseGuard = (view: View) => boolean

/** Whether the card is there. `isOpen` says nothing of a connection, nor the other way round. */
export type Modal = Store<ModalState> & {
  /** Opens at once. Without a view: see `openingView`. */
  open: <view extends View>(...route: RouteArguments<view> | []) => void
  /** Opens at once with one given wallet; see `routeToWallet`. */
  openWallet: (wallet: CatalogueWallet | string) => void
  /** Closes at once, or in embedded mode goes to the first view. */
  close: () => void
  /** The visitor wants to close: closes, or shakes when a guard forbids it. */
  requestClose: () => void
  /** One view back; closes when there is none. */
  goBack: () => void
  shake: () => void
  /** Adds a rule that keeps the modal open, until the returned function is called. */
  addCloseGuard: (guard: CloseGuard) => () => void
}

type ModalParts = {
  router: Router
  connections: Connections
  events: Events
  toasts: Toasts
  device: () => Device
  isEmbedded: boolean
}

export function createModal(parts: ModalParts): Modal {
  const { router, connections, events, toasts, device, isEmbedded } = parts
  const store = createStore<ModalState>({ isOpen: false, isShaking: false })
  const guards = new Set<CloseGuard>()
  const isConnected = () => connections.getState().connection.status === 'connected'

  const viewFor = (asked?: View) => {
    const hasAdapters = !isBasic(connections.getState())
    const { isMobile } = device()
    return openingView({ isConnected: isConnected(), isMobile, hasAdapters, asked })
  }
  const shake = () => {
    if (store.getState().isShaking) return
    store.setState({ isShaking: true })
    setTimeout(() => store.setState({ isShaking: false }), SHAKE_MS)
  }
  const close = () => {
    const wasOpen = store.getState().isOpen
    toasts.hide()
    if (isEmbedded) router.reset(...([viewFor()] as RouteArguments<View>))
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
      router.reset(...([view, data] as RouteArguments<View>))
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
