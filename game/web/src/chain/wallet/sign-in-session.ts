import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useAppQueryClient } from '#api/app-query-client.ts'

/** The sign-in session of the connected account. Its token proves the account to the game service. */
export type SignInSession = { account: Address; token: string }

const QUERY_KEY = ['sign-in-session'] as const

/** Stores the session that the wallet modal reports; null when signed out. */
export function setSignInSession(client: QueryClient, session: SignInSession | null): void {
  client.setQueryData<SignInSession | null>(QUERY_KEY, session)
}

/** Returns the token of the account's session; null without one. */
export function useSessionToken(account: Address | null): string | null {
  const { data } = useQuery<SignInSession | null>(
    { queryKey: QUERY_KEY, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY },
    useAppQueryClient(),
  )
  return data && data.account === account ? data.token : null
}
