import { useMutationState } from '@tanstack/react-query'

/** Key of the mutation that keeps this browser's push address at our server. */
export const PUSH_REGISTRATION = ['push-registration'] as const

/** Whether our server lacks the push address of this browser because the last attempt failed. */
export function useHasPushRegistrationFailed(): boolean {
  const statuses = useMutationState({
    filters: { mutationKey: PUSH_REGISTRATION },
    select: ({ state }) => state.status,
  })
  return statuses.at(-1) === 'error'
}
