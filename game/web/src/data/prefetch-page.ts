import type { QueryClient } from '@tanstack/react-query'
import type { GameApi } from '#api/game-api.ts'
import { sleep } from '#browser/sleep.ts'
import type { ChainClock } from '#chain/clock/chain-clock.ts'
import { clockQuery } from '#chain/clock/use-clock-sync.ts'
import { tokenPricesQuery } from '#features/chart/use-token-prices.ts'
import {
  currentEpochQuery,
  expiredRoundQuery,
  liveRoundQuery,
  nextRoundQuery,
} from '#features/rounds/round-queries.ts'
import { expiredEpochOf } from '#features/rounds/use-rounds.ts'

/** The page is rendered without the data that takes longer. */
const MAX_WAIT_MS = 400

/**
 * Fetches the first data of the page at `path` into the cache: rendering once with data is faster than
 * rendering an empty page first. Resolves when all requests have ended or the time is up. Never
 * rejects: the page retries and reports what fails.
 */
export async function prefetchPage(
  path: string,
  client: QueryClient,
  { api, clock }: { api: GameApi; clock: ChainClock },
): Promise<void> {
  if (path !== '/') return
  const requests = [
    () => fetchExpiredRound(client, api),
    () => client.query(nextRoundQuery(api)),
    // Fails in the first round of a market, which has no live round.
    () => client.query(liveRoundQuery(api)),
    () => client.query(tokenPricesQuery(api)),
    () => client.query(clockQuery(api, clock)),
  ]
  const results: Promise<unknown>[] = []
  for (const request of requests) {
    results.push(request().catch(() => undefined))
    await sleep()
  }
  await Promise.race([Promise.all(results), sleep(MAX_WAIT_MS)])
}

async function fetchExpiredRound(client: QueryClient, api: GameApi): Promise<void> {
  const expired = expiredEpochOf(await client.query(currentEpochQuery(api)))
  if (expired !== null) await client.query(expiredRoundQuery(api, expired))
}
