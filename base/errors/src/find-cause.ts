/**
 * Finds the first error of `type` in a chain of causes, starting with `error` itself.
 *
 * @example
 * const rejected = findCause(error, UserRejectedRequestError)
 */
export function findCause<T extends Error>(
  error: unknown,
  type: abstract new (...args: never[]) => T,
): T | undefined {
  const seen = new Set<unknown>()
  let current = error
  while (current instanceof Error && !seen.has(current)) {
    if (current instanceof type) return current
    seen.add(current)
    current = current.cause
  }
  return undefined
}
