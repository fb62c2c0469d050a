import type { Epoch } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { hashKey, notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { GameApi } from '#api/game-api.ts'
import type { LiveEvent } from '#api/live-event.ts'
import { lastOfEachSecond, type PricePoint } from '#api/round/price-point.ts'
import type { Round } from '#api/round/round.ts'
import { sleep } from '#browser/sleep.ts'
import { clockKeys } from '#chain/clock/use-clock-sync.ts'
import { balanceKeys } from '#chain/wallet/use-wallet.ts'
import { activityKeys } from '#features/activity/use-recent-bets.ts'
import { CHART_POINTS, priceKeys } from '#features/chart/use-token-prices.ts'
import { refreshOlder, refreshUnclaimed, tradeKeys } from '#features/history/trade-queries.ts'
import { leaderboardKeys } from '#features/leaderboard/use-leaderboard.ts'
import { roundKeys } from '#features/rounds/round-queries.ts'
import { statsKeys } from '#features/stats/use-trade-stats.ts'
import { refetchLater } from './refetch-later.ts'

type TradesApi = Pick<GameApi, 'tradesByUser'>

/** Writes live events into the query cache. If several events are about one round, only the last is written. */
export function applyLiveEvents(
  client: QueryClient,
  api: TradesApi,
  account: Address | null,
  events: readonly LiveEvent[],
): void {
  const reset = events.find((event) => event.kind === 'reset')
  if (reset !== undefined) {
    const later = { name: `${account}`, spreadMs: reset.spreadMs }
    void refetchLater(client, later, () => void refetchAll(client, api, account))
    return
  }
  notifyManager.batch(() => {
    const rounds = new Map<Epoch, Round>()
    for (const event of events) {
      if (event.kind === 'round') rounds.set(event.round.epoch, event.round)
    }
    const hasBets = [...rounds.values()].some((round) => hasNewBet(client, round))
    for (const round of rounds.values()) patchRound(client, round)
    if (hasBets) refreshBets(client)
    if ([...rounds.values()].some(({ state }) => state.kind === 'settled')) {
      void client.invalidateQueries({ queryKey: leaderboardKeys.all })
    }
    const opened = events.findLast((event) => event.kind === 'epoch')
    if (opened) openRound(client, opened.epoch)
    patchPrices(
      client,
      events.flatMap((event) => (event.kind === 'price' ? event.point : [])),
    )
    refreshAccounts(client, api, events)
  })
}

/** Refetches everything on screen, one query per task so that the page stays responsive to input. */
export async function refetchAll(
  client: QueryClient,
  api: TradesApi,
  account: Address | null,
): Promise<void> {
  for (const queryKey of [
    clockKeys.sync,
    roundKeys.all,
    priceKeys.all,
    tradeKeys.anyNewest,
    balanceKeys.all,
    statsKeys.all,
    leaderboardKeys.all,
  ]) {
    void client.invalidateQueries({ queryKey })
    await sleep()
  }
  void refreshUnclaimed(client, account, api.tradesByUser)
}

/** True if the pool is not the known one: its events also report locks and prices. */
function hasNewBet(client: QueryClient, { epoch, pot }: Round): boolean {
  return pot !== (client.getQueryData<Round>(roundKeys.byEpoch(epoch))?.pot ?? 0n)
}

/** Fetches only where the list of bets is shown. */
function refreshBets(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: activityKeys.bets }, { cancelRefetch: false })
}

function patchRound(client: QueryClient, round: Round): void {
  const { epoch } = round
  write(client, roundKeys.byEpoch(epoch), round)
  const expired = roundKeys.expired(epoch)
  for (const queryKey of [roundKeys.next, roundKeys.live, expired]) {
    if (client.getQueryData<Round>(queryKey)?.epoch === epoch) write(client, queryKey, round)
  }
}

/** Moves every card one place. Rounds that the stream has already delivered are not fetched. */
function openRound(client: QueryClient, epoch: Epoch): void {
  write(client, roundKeys.currentEpoch, epoch)
  void client.invalidateQueries({ queryKey: clockKeys.sync })
  const places = [
    { queryKey: roundKeys.next, shown: epoch },
    { queryKey: roundKeys.live, shown: toEpoch(epoch - 1n) },
    { queryKey: roundKeys.expired(toEpoch(epoch - 2n)), shown: toEpoch(epoch - 2n) },
  ]
  for (const { queryKey, shown } of places) {
    const round = client.getQueryData<Round>(roundKeys.byEpoch(shown))
    if (round) write(client, queryKey, round)
    else void client.invalidateQueries({ queryKey })
  }
}

/** Adds points to the last ones, and to the longer times that the chart has shown. */
function patchPrices(client: QueryClient, points: readonly PricePoint[]): void {
  const queries = client.getQueriesData<PricePoint[]>({ queryKey: priceKeys.all })
  for (const [queryKey, known] of queries) {
    if (known === undefined) continue
    const added = withNewer(known, points)
    if (added === null) continue
    const isLive = hashKey(queryKey) === hashKey(priceKeys.points)
    write(client, queryKey, isLive ? added.slice(-CHART_POINTS) : added)
  }
}

/** Adds points that are not older than the last one: a resumed stream may repeat events. Null without any. */
function withNewer(
  known: readonly PricePoint[],
  points: readonly PricePoint[],
): PricePoint[] | null {
  const last = known.at(-1)
  const newer = points.filter(({ timestamp }) => last === undefined || timestamp >= last.timestamp)
  if (newer.length === 0) return null
  return lastOfEachSecond([...known, ...newer])
}

function refreshAccounts(client: QueryClient, api: TradesApi, events: readonly LiveEvent[]): void {
  const trades = events.filter((event) => event.kind === 'trade')
  for (const [account, changed] of Map.groupBy(trades, ({ account }) => account)) {
    void client.invalidateQueries({ queryKey: tradeKeys.newest(account) })
    void client.invalidateQueries({ queryKey: balanceKeys.of(account) })
    void client.invalidateQueries({ queryKey: statsKeys.of(account) })
    const epochs = changed.map(({ epoch }) => epoch)
    void refreshOlder(client, account, epochs, api.tradesByUser)
  }
}

/** Cancels an in-flight fetch first: its response is older than the event. */
function write(client: QueryClient, queryKey: QueryKey, data: unknown): void {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, data)
}
