import { useQuery } from '@tanstack/react-query'
import { getNameZone } from '#core/names/name-requests.ts'
import { useKit } from '../kit-context.ts'
import { useAccountDeps } from './account-deps.ts'

/** Returns the domain below which names are registered; null where there are none, undefined while unknown. */
export function useNameZone(): string | null | undefined {
  const { queryClient } = useKit()
  const { service } = useAccountDeps()
  const { data, error } = useQuery(
    {
      queryKey: ['name-zone'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        service === null ? null : getNameZone(service, signal),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
  return error === null ? data : null
}
