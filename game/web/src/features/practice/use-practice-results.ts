import { toEpoch } from '@bullring/prediction/units'
import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useGameApi } from '#api/game-api.ts'
import { useMarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { payoutPoints, pendingBets, withPayout } from './practice-book.ts'
import { changePractice, usePractice } from './use-practice.ts'

const REFRESH_MS = 5_000

/** Pays out practice bets once their rounds have a result. */
export function usePracticeResults(market: string): void {
  const api = useGameApi()
  const rules = useMarketRules()
  const rounds = useQueries({
    queries: pendingBets(usePractice(), market).map(({ epoch }) => ({
      queryKey: ['practice', market, epoch],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.round(toEpoch(BigInt(epoch)), signal),
      refetchInterval: REFRESH_MS,
    })),
    combine: decided,
  })
  useEffect(() => {
    for (const round of rounds) {
      const { epoch } = round
      changePractice((book) => {
        const bet = pendingBets(book, market).find((each) => each.epoch === epoch.toString())
        const payout = bet === undefined ? null : payoutPoints(round, bet, rules)
        return payout === null ? book : withPayout(book, { market, epoch }, payout)
      })
    }
  }, [rounds, market, rules])
}

function decided(results: readonly { data?: Round | undefined }[]): readonly Round[] {
  return results.flatMap(({ data }) =>
    data?.state.kind === 'settled' || data?.state.kind === 'refund' ? [data] : [],
  )
}
