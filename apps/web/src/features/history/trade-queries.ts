import type { Epoch } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { Trade } from '#api/trade.ts'

/** Keys of an account's bets: the first page, which is kept fresh, and all pages somebody went back to. */
export const tradeKeys = {
  all: ['trades'] as const,
  anyNewest: ['trades', 'newest'] as const,
  newest: (account: Address | null) => ['trades', 'newest', account] as const,
  anyOlder: ['trades', 'older'] as const,
  older: (account: Address | null) => ['trades', 'older', account] as const,
}

/** Notes in the older pages what a transaction has just collected: asking for them all would take long. */
export function markClaimed(client: QueryClient, epochs: readonly Epoch[]): void {
  const claimed = new Set(epochs)
  client.setQueriesData<InfiniteData<Trade[]>>(
    { queryKey: tradeKeys.anyOlder },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => page.map((trade) => collected(trade, claimed))),
      },
  )
}

/** True when the older pages show one of `epochs` as not collected yet. */
export function hasUnclaimedOlder(
  client: QueryClient,
  account: Address,
  epochs: readonly Epoch[],
): boolean {
  const data = client.getQueryData<InfiniteData<Trade[]>>(tradeKeys.older(account))
  const changed = new Set(epochs)
  return (data?.pages ?? []).some((page) =>
    page.some(({ epoch, isClaimed }) => changed.has(epoch) && !isClaimed),
  )
}

function collected(trade: Trade, claimed: ReadonlySet<Epoch>): Trade {
  return claimed.has(trade.epoch) ? { ...trade, isClaimed: true, claimAmount: toWei(0n) } : trade
}
