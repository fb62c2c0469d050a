import type { ReactNode } from 'react'
import type { BuyOffer } from '#core/buy/buy-offer.ts'
import { useBuyOffer } from '#react/account/use-buy-offer.ts'
import { useMessages } from '#react/kit-context.ts'
import { RetryButton } from '#ui/button/retry-button.tsx'
import layout from '#ui/layout.module.css'
import { SkeletonRows } from '#ui/list/row-list.tsx'
import { Note } from '#ui/note.tsx'
import { BUY_MESSAGES } from './buy-messages.ts'

/** Shows `children` once it is known what can be bought, otherwise why nothing can. */
export function WithOffer({ children }: { children: (offer: BuyOffer) => ReactNode }) {
  const messages = useMessages('buy', BUY_MESSAGES)
  const { offer, error, retry } = useBuyOffer()
  if (offer) return children(offer)
  if (offer === null) {
    return <Note icon="card" title={messages.notOffered} detail={messages.notOfferedDetail} />
  }
  if (error !== null) {
    return (
      <Note icon="warning" title={messages.unavailable}>
        <RetryButton label={messages.retry} onClick={retry} />
      </Note>
    )
  }
  return (
    <div className={layout['view']} role="status" aria-label={messages.loading}>
      <SkeletonRows count={4} />
    </div>
  )
}
