import type { OnrampUrl } from '@bullring/wallet-api/blockchain-api/onramp'
import { createStore, type WritableStore } from '#core/store.ts'
import type { BuyProvider } from './buy-offer.ts'
import type { CheckoutRequest } from './buy-requests.ts'
import type { CheckoutWindow } from './checkout-window.ts'

/** A purchase that the visitor makes on a provider's page. */
export type Checkout = {
  request: CheckoutRequest
  provider: BuyProvider
  /** Whether its address is known. */
  link: 'loading' | 'ready' | 'failed'
  /** Reason why there is no address. */
  error: unknown
  url: string | null
  purchaseId: string | null
  /** The browser did not let the kit open a window. */
  isBlocked: boolean
  isClosed: boolean
  /** `Date.now()` when the visitor last opened the page. */
  openedAt: number
}

type CheckoutsDeps = {
  /** Creates a purchase. Its address is safe to open. */
  create: (request: CheckoutRequest) => Promise<OnrampUrl>
  openWindow: () => CheckoutWindow | null
}

/** The purchase that the visitor has begun; kept while views change. */
export type Checkouts = WritableStore<{ checkout: Checkout | null }> & {
  /** Begins a purchase and opens its page. Call it in the event handler of a click. */
  start: (request: CheckoutRequest, provider: BuyProvider) => void
  /** Opens the page of the same purchase once more. Call it in the event handler of a click. */
  reopen: () => void
  /** Notices that the window has been closed. */
  checkWindow: () => void
}

export function createCheckouts({ create, openWindow }: CheckoutsDeps): Checkouts {
  const store = createStore<{ checkout: Checkout | null }>({ checkout: null })
  let opened: CheckoutWindow | null = null
  const change = (changed: Partial<Checkout>) => {
    const { checkout } = store.getState()
    if (checkout !== null) store.setState({ checkout: { ...checkout, ...changed } })
  }
  const load = async (request: CheckoutRequest) => {
    try {
      const { url, purchaseId } = await create(request)
      opened?.show(url)
      change({ link: 'ready', url, purchaseId, openedAt: Date.now() })
    } catch (error) {
      opened?.close()
      change({ link: 'failed', error })
    }
  }
  return {
    ...store,
    start: (request, provider) => {
      if (store.getState().checkout?.link === 'loading') return
      opened = openWindow()
      const isBlocked = opened === null
      const fresh = { error: null, url: null, purchaseId: null, isBlocked, isClosed: false }
      const checkout = { request, provider, link: 'loading', openedAt: Date.now(), ...fresh }
      store.setState({ checkout } as { checkout: Checkout })
      void load(request)
    },
    reopen: () => {
      const url = store.getState().checkout?.url ?? null
      if (url === null) return
      if (opened?.isClosed() !== false) opened = openWindow()
      opened?.show(url)
      change({ isBlocked: opened === null, isClosed: false, openedAt: Date.now() })
    },
    checkWindow: () => {
      const { checkout } = store.getState()
      const isClosed = opened?.isClosed() ?? false
      if (checkout !== null && checkout.isClosed !== isClosed) change({ isClosed })
    },
  }
}
