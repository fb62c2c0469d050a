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
    () => askExpired(client, api),
    () => client.query(nextRoundQuery(api)),
    // A market in its first round has no live one: the refusal does no harm.
    () => client.query(liveRoundQuery(api)),
    () => client.query(tokenPricesQuery(api)),
    () => client.query(clockQuery(api, clock)),
  ]
  const answers: Promise<unknown>[] = []
  for (const ask of questions) {
    answers.push(ask().catch(() => undefined))
    await sleep()
  }
  await Promise.race([Promise.all(answers), sleep(LONGEST_WAIT_MS)])
}

async function askExpired(client: QueryClient, api: GameApi): Promise<void> {
  const expired = expiredEpochOf(await client.query(currentEpochQuery(api)))
  if (expired !== null) await client.query(expiredRoundQuery(api, expired))
}
