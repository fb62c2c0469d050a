import type { Epoch } from '@bullring/prediction/units'
import { toEpoch, toWei } from '@bullring/prediction/units'
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { GameApi } from '#api/game-api.ts'
import type { Trade } from '#api/trade.ts'
import { isUnclaimed } from './trade-outcome.ts'

/** Keys of an account's bets: the first page, which is kept fresh, and all pages somebody went back to. */
export const tradeKeys = {
  anyNewest: ['trades', 'newest'] as const,
  newest: (account: Address | null) => ['trades', 'newest', account] as const,
  anyOlder: ['trades', 'older'] as const,
  older: (account: Address | null) => ['trades', 'older', account] as const,
  /** Epochs that the account has collected on this page. */
  claimed: (account: Address | null) => ['claimed', account] as const,
}

export type Claimed = ReadonlySet<Epoch>

/** Notes what a transaction has just collected: the index learns of it a little later, and by pages. */
export function markClaimed(client: QueryClient, account: Address, epochs: readonly Epoch[]): void {
  client.setQueryData<Claimed>(
    tradeKeys.claimed(account),
    (known) => new Set([...(known ?? []), ...epochs]),
  )
}

/** The bet as it is once `claimed` is collected. */
export function collected(trade: Trade, claimed: Claimed): Trade {
  return claimed.has(trade.epoch) ? { ...trade, isClaimed: true, claimAmount: toWei(0n) } : trade
}

/**
 * Reads anew those older pages that show one of `epochs` as not collected yet, and no other: an account
 * may have looked at fifty.
 */
export async function refreshOlder(
  client: QueryClient,
  account: Address,
  epochs: readonly Epoch[],
  read: GameApi['tradesByUser'],
): Promise<void> {
  const queryKey = tradeKeys.older(account)
  const changed = new Set(epochs)
  const isStale = ({ epoch, isClaimed }: Trade) => changed.has(epoch) && !isClaimed
  const pages = client.getQueryData<InfiniteData<Trade[]>>(queryKey)?.pages ?? []
  try {
    for (const page of pages.filter((trades) => trades.some(isStale))) {
      const [first] = page
      if (first === undefined) continue
      const beforeEpoch = toEpoch(first.epoch + 1n)
      const fresh = await read({ account, limit: page.length, beforeEpoch })
      const byEpoch = new Map(fresh.map((trade) => [trade.epoch, trade]))
      patchOlder(client, queryKey, (trade) => byEpoch.get(trade.epoch) ?? trade)
    }
  } catch {
    await client.invalidateQueries({ queryKey })
  }
}

/**
 * The same where anything may have been missed: of the older bets a claim elsewhere has changed those that
 * were to be collected, and no others. What other accounts have looked at is forgotten.
 */
export async function refreshUnclaimed(
  client: QueryClient,
  account: Address | null,
  read: GameApi['tradesByUser'],
): Promise<void> {
  client.removeQueries({ queryKey: tradeKeys.anyOlder, type: 'inactive' })
  if (account === null) return
  const older = client.getQueryData<InfiniteData<Trade[]>>(tradeKeys.older(account))
  const uncollected = older?.pages.flat().filter(isUnclaimed) ?? []
  const epochs = uncollected.map(({ epoch }) => epoch)
  await refreshOlder(client, account, epochs, read)
}

function patchOlder(client: QueryClient, queryKey: QueryKey, patch: (trade: Trade) => Trade): void {
  // A page on its way would bring back the others as they were when it was asked for; the list asks for
  // it again. A first page has nothing to bring back, and nobody who would ask again.
  const predicate = ({ state }: Query) => state.data !== undefined
  void client.cancelQueries({ queryKey, predicate })
  client.setQueriesData<InfiniteData<Trade[]>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => page.map(patch)) },
  )
}
