import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'

/** Query cache of data that does not depend on a market. */
export const AppQueryClientContext = createContext<QueryClient | null>(null)

/** Returns the query cache that survives a switch of the market. */
export function useAppQueryClient(): QueryClient {
  const nearest = useQueryClient()
  return use(AppQueryClientContext) ?? nearest
}
