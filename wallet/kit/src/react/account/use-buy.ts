import { useKit } from '../kit-context.ts'
import { useBuyOffer } from './use-buy-offer.ts'

/** Returns a function that opens the views for buying coins; null where none can be bought. */
export function useBuy(): (() => void) | null {
  const { events, router } = useKit()
  // Offered while unknown: the view itself says what is missing, and the buttons keep their places.
  if (useBuyOffer().offer === null) return null
  return () => {
    events.emit({ event: 'SELECT_BUY_CRYPTO' })
    router.push('OnRampProviders')
  }
}
