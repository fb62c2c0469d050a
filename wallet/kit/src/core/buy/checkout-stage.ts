import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import { transactionState } from '#core/account/history/transactions.ts'
import type { Checkout } from './checkouts.ts'

/** Stage of a purchase, as the visitor sees it. */
export type CheckoutStage =
  | 'opening'
  | 'linkFailed'
  /** The browser blocked the window. */
  | 'blocked'
  /** The visitor is on the provider's page. */
  | 'waiting'
  /** The window is closed, and nothing was paid so far. */
  | 'closed'
  /** Nothing was paid for a long time. */
  | 'late'
  | 'pending'
  | 'succeeded'
  | 'failed'

/**
 * Returns the stage of a purchase.
 *
 * @param purchase - As the wallet service lists it; undefined until something is paid.
 * @param isLate - Nothing was heard for a long time.
 */
export function checkoutStage(
  { link, isBlocked, isClosed }: Pick<Checkout, 'link' | 'isBlocked' | 'isClosed'>,
  purchase: AnyTransaction | undefined,
  isLate: boolean,
): CheckoutStage {
  if (purchase !== undefined) {
    return ({ confirmed: 'succeeded', pending: 'pending', failed: 'failed' } as const)[
      transactionState(purchase)
    ]
  }
  if (link !== 'ready') return link === 'failed' ? 'linkFailed' : 'opening'
  if (isLate) return 'late'
  if (isBlocked) return 'blocked'
  return isClosed ? 'closed' : 'waiting'
}
