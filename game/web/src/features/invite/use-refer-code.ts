import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useGameApi } from '#api/game-api.ts'

const REFERRED_REFRESH_MS = 60_000

type ReferCode = { referCode: string; referred: number; proven: number }

const inviteKeys = { of: (account: Address | null) => ['refer-code', account] as const }

/** Fetches the account's referral code. Sends no request without an account. */
export function useReferCode(account: Address | null): UseQueryResult<ReferCode> {
  const api = useGameApi()
  return useQuery({
    queryKey: inviteKeys.of(account),
    queryFn: account === null ? skipToken : ({ signal }) => api.referCode(account, signal),
    refetchInterval: REFERRED_REFRESH_MS,
  })
}
