import type { Epoch } from '@bullring/prediction/units'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useGameApi } from '#api/game-api.ts'
import { BLOCK_ROUNDS, blockEnd, blockOf, roundKeys } from './round-queries.ts'
import type { UserBet, UserBets } from './user-bet.ts'

const STALE_MS = 60_000

/** Returns the visitor's bet on a round, also if it is older than the loaded history. */
export function usePastBet(
  epoch: Epoch,
  account: Address | null,
  userBets: UserBets,
): UserBet | undefined {
  const api = useGameApi()
  const known = userBets.get(epoch)
  const index = blockOf(epoch)
  const { data } = useQuery({
    queryKey: roundKeys.bets(account, index),
    queryFn:
      account === null || known !== undefined
        ? skipToken
        : ({ signal }) =>
            api.tradesByUser(
              { account, limit: BLOCK_ROUNDS, beforeEpoch: blockEnd(index) },
              signal,
            ),
    staleTime: STALE_MS,
  })
  return known ?? data?.find((bet) => bet.epoch === epoch)
}
