import { ApiTimeoutError } from '@bullring/wire/http/request-errors'
import { UserRejectedError } from '#frame-errors.ts'

const LIMIT_MS = 20_000

/** The time in which a page loads what its request needs: the user can leave, and a limit ends it. */
export type Opening = {
  signal: AbortSignal
  /** Returns what `work` does, unless the opening ends before the request is shown. */
  during: <result>(work: Promise<result>) => Promise<result>
  /** Ends the opening by the user's wish. */
  leave: () => void
  /** Ends the limit, because the request is now shown. Throws when the opening has ended before. */
  complete: () => void
  /** Whether the limit has ended the opening. */
  isLate: () => boolean
}

/** Starts the {@link Opening} of a page. */
export function startOpening({ href }: Pick<Location, 'href'>): Opening {
  const opening = new AbortController()
  const { signal } = opening
  const timer = setTimeout(() => opening.abort(new ApiTimeoutError(href, LIMIT_MS)), LIMIT_MS)
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  return {
    signal,
    during: (work) => Promise.race([work, ended]).finally(() => clearTimeout(timer)),
    leave: () => opening.abort(new UserRejectedError()),
    complete: () => {
      signal.throwIfAborted()
      clearTimeout(timer)
    },
    isLate: () => signal.reason instanceof ApiTimeoutError,
  }
}
