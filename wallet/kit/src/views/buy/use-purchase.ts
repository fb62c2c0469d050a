import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { HOLDINGS_KEY } from '#core/account/account-queries.ts'
import { purchasesQuery } from '#core/buy/buy-queries.ts'
import { type CheckoutStage, checkoutStage } from '#core/buy/checkout-stage.ts'
import type { Checkout } from '#core/buy/checkouts.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit } from '#react/kit-context.ts'

const POLL_MS = 4_000
const WINDOW_CHECK_MS = 1_000
/** The wait for a payment after which the visitor is asked. */
const LATE_MS = 180_000

const FINAL: ReadonlySet<CheckoutStage> = new Set<CheckoutStage>(['succeeded', 'failed'])

/** Follows a purchase until its end. */
export function usePurchase(checkout: Checkout): {
  stage: CheckoutStage
  /** Undefined until something is paid. */
  purchase: AnyTransaction | undefined
  /** The wallet service cannot be reached right now. */
  isUnknown: boolean
} {
  const { queryClient } = useKit()
  const { service } = useAccountDeps()
  const { account } = checkout.request
  const isLate = useIsLate(checkout)
  const find = (purchases: readonly AnyTransaction[] | undefined) =>
    purchases?.find(({ id }) => id === checkout.purchaseId)
  const stageWith = (purchases: readonly AnyTransaction[] | undefined) =>
    checkoutStage(checkout, find(purchases), isLate)
  const { data, isError } = useQuery<readonly AnyTransaction[]>(
    service === null || checkout.link !== 'ready'
      ? { queryKey: ['buy', 'purchases', null], queryFn: () => [] }
      : {
          ...purchasesQuery(service, account),
          refetchInterval: ({ state }) => (FINAL.has(stageWith(state.data)) ? false : POLL_MS),
          // The visitor pays in another window.
          refetchIntervalInBackground: true,
        },
    queryClient,
  )
  const stage = stageWith(data)
  useWindowCheck(!FINAL.has(stage))
  useEffect(() => {
    if (stage !== 'succeeded') return
    for (const queryKey of [HOLDINGS_KEY, ['history']]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }, [stage, queryClient])
  return { stage, purchase: find(data), isUnknown: isError && !FINAL.has(stage) }
}

function useIsLate({ openedAt }: Checkout): boolean {
  const [lateSince, setLateSince] = useState<number | null>(null)
  useEffect(() => {
    const leftMs = Math.max(0, openedAt + LATE_MS - Date.now())
    const timer = setTimeout(() => setLateSince(openedAt), leftMs)
    return () => clearTimeout(timer)
  }, [openedAt])
  return lateSince === openedAt
}

/** Browsers do not report that a window was closed. */
function useWindowCheck(isNeeded: boolean): void {
  const { checkouts } = useAccountDeps()
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(checkouts.checkWindow, WINDOW_CHECK_MS)
    return () => clearInterval(timer)
  }, [isNeeded, checkouts])
}
