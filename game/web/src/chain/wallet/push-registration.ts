import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { useMutationState } from '@tanstack/react-query'
import { loadFailure } from '../contract/load-failure.ts'

/** Key of the mutations that keep this browser's push address at our server. Their result is the problem, or null. */
export const PUSH_REGISTRATION = ['push-registration'] as const

/** Reason why our server does not have the push address of this browser. */
export type PushProblem = 'unproven' | 'declined' | 'cannotSign' | 'unregistered'

/** Problems by the server's error codes, see docs/errors.md. */
const PROBLEMS: Readonly<Record<string, PushProblem>> = {
  'account.unproven': 'unproven',
  'account.wrong-signature': 'cannotSign',
}

/** Registers this browser by `register`. Returns the reason of a failure; null after success. */
export async function registerPush(register: () => Promise<unknown>): Promise<PushProblem | null> {
  try {
    await register()
    return null
  } catch (error) {
    if (error instanceof ApiProblemError) return PROBLEMS[error.problemCode ?? ''] ?? 'unregistered'
    const { kind } = await loadFailure(error)
    return kind === 'rejected' ? 'declined' : 'unregistered'
  }
}

/** Returns the reason why the last attempt to register this browser failed; null after success. */
export function usePushProblem(): PushProblem | null {
  const problems = useMutationState({
    filters: { mutationKey: PUSH_REGISTRATION, status: 'success' },
    select: ({ state }) => state.data as PushProblem | null,
  })
  return problems.at(-1) ?? null
}
