import { useQuery } from '@tanstack/react-query'
import { findName, getSuggestions } from '#core/names/name-requests.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { useKit } from '#react/kit-context.ts'

/** Looks up whether a label is free, and free ones like it where it is not. */
export function useNameLookup(service: WalletService, zone: string, label: string | null) {
  const { queryClient } = useKit()
  const lookup = useQuery(
    {
      queryKey: ['name', label],
      queryFn: async ({ signal }) =>
        label === null || (await findName(service, label, signal)) === null
          ? 'available'
          : 'registered',
      enabled: label !== null,
    } as const,
    queryClient,
  )
  const isTaken = lookup.data === 'registered' || lookup.error !== null
  const suggestions = useQuery(
    {
      queryKey: ['name-suggestions', label],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        label === null ? [] : getSuggestions(service, { label, zone }, signal),
      enabled: label !== null && isTaken,
      retry: false,
    },
    queryClient,
  )
  return {
    ...lookup,
    suggestions: isTaken ? (suggestions.data ?? []) : [],
    haveSuggestionsFailed: lookup.data === 'registered' && suggestions.error !== null,
  }
}
