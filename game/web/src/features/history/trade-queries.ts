import type { Epoch } from '@bullring/prediction/units'
import { toEpoch, toWei } from '@bullring/prediction/units'
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { GameApi } from '#api/game-api.ts'
import { type Trade, tradeKey } from '#api/trade/trade.ts'
import { isUnclaimed } from './trade-outcome.ts'

/** Query keys of an account's bets: the first page, which is polled, and the older pages loaded on demand. */
export const tradeKeys = {
  anyNewest: ['trades', 'newest'] as const,
  newest: (account: Address | null) => ['trades', 'newest', account] as const,
  anyOlder: ['trades', 'older'] as const,
  older: (account: Address | null) => ['trades', 'older', account] as const,
  /** The bet on one round that a visitor searches for. */
  ofRound: (account: Address | null, round: string) => ['trades', 'round', account, round] as const,
  /** Bets that the account has claimed on this page. */
  claimed: (account: Address | null) => ['claimed', account] as const,
}

/** Claimed bets: {@link tradeKey}. */
export type Claimed = ReadonlySet<string>

/** Records the bets of a mined claim: the API reports them a little later, and page by page. */
export function markClaimed(
  client: QueryClient,
  account: Address,
  claimed: readonly string[],
): void {
  client.setQueryData<Claimed>(
    tradeKeys.claimed(account),
    (known) => new Set([...(known ?? []), ...claimed]),
  )
}

/** Returns whether the account has claimed a bet on this page. */
export function isClaimedHere(client: QueryClient, account: Address, trade: Trade): boolean {
  const claimed = client.getQueryData<Claimed>(tradeKeys.claimed(account))
  return claimed?.has(tradeKey(trade)) === true
}

/** Returns the bet, marked as claimed if it is in `claimed`. */
export function applyClaim(trade: Trade, claimed: Claimed): Trade {
  return claimed.has(tradeKey(trade))
    ? { ...trade, isClaimed: true, claimAmount: toWei(0n) }
    : trade
}

/**
 * Refetches only the older pages that still show one of `epochs` as unclaimed. An account may have
 * loaded fifty.
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
      const fetched = new Map(fresh.map((trade) => [tradeKey(trade), trade]))
      patchOlder(client, queryKey, (trade) => fetched.get(tradeKey(trade)) ?? trade)
    }
  } catch {
    await client.invalidateQueries({ queryKey })
  }
}

/**
 * Refetches the older pages with unclaimed bets after live events may have been missed: a claim elsewhere
 * can only have changed those. Drops the older pages of other accounts.
 */
export async function refreshUnclaimed(
  client: QueryClient,
  account: Address | null,
  read: GameApi['tradesByUser'],
): Promise<void> {
  client.removeQueries({ queryKey: tradeKeys.anyOlder, type: 'inactive' })
  if (account === null) return
  const older = client.getQueryData<InfiniteData<Trade[]>>(tradeKeys.older(account))
  const unclaimed = older?.pages.flat().filter(isUnclaimed) ?? []
  const epochs = unclaimed.map(({ epoch }) => epoch)
  await refreshOlder(client, account, epochs, read)
}

function patchOlder(client: QueryClient, queryKey: QueryKey, patch: (trade: Trade) => Trade): void {
  // A page in flight would restore the other pages as they were when its request started. The list
  // requests it again. Not for a first page: it has none to restore, and no one would request it again.
  const predicate = ({ state }: Query) => state.data !== undefined
  void client.cancelQueries({ queryKey, predicate })
  client.setQueriesData<InfiniteData<Trade[]>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => page.map(patch)) },
  )
}
