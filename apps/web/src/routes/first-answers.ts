import type { QueryClient } from '@tanstack/react-query'
import type { GameApi } from '#api/game-api.ts'
import type { ChainClock } from '#chain/chain-clock.ts'
import { clockQuery } from '#chain/use-clock-sync.ts'
import { tokenPricesQuery } from '#features/chart/use-token-prices.ts'
import {
  currentEpochQuery,
  expiredRoundQuery,
  liveRoundQuery,
  nextRoundQuery,
} from '#features/rounds/round-queries.ts'
import { expiredEpochOf } from '#features/rounds/use-rounds.ts'
import { sleep } from '#ui/sleep.ts'

/** The page is drawn without the numbers that take longer. */
const LONGEST_WAIT_MS = 400

/**
 * Asks for what the page at `path` shows before it is drawn: drawn once with its numbers it is there
 * sooner than drawn empty first. Resolves when all have come or the wait is over, and never fails: the
 * page asks again and tells of what it does not get.
 */
export async function awaitFirstAnswers(
  path: string,
  client: QueryClient,
  { api, clock }: { api: GameApi; clock: ChainClock },
): Promise<void> {
  if (path !== '/') return
  const questions = [
    () => prefetchExpired(client, api),
    () => client.prefetchQuery(nextRoundQuery(api)),
    () => client.prefetchQuery(liveRoundQuery(api)),
    () => client.prefetchQuery(tokenPricesQuery(api)),
    () => client.prefetchQuery(clockQuery(api, clock)),
  ]
  const answers: Promise<void>[] = []
  for (const ask of questions) {
    answers.push(ask())
    await sleep()
  }
  await Promise.race([Promise.all(answers), sleep(LONGEST_WAIT_MS)])
}

async function prefetchExpired(client: QueryClient, api: GameApi): Promise<void> {
  const epochQuery = currentEpochQuery(api)
  await client.prefetchQuery(epochQuery)
  const expired = expiredEpochOf(client.getQueryData(epochQuery.queryKey) ?? null)
  if (expired !== null) await client.prefetchQuery(expiredRoundQuery(api, expired))
}
