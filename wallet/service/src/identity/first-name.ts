import type { NameResolver } from './resolve-name.ts'

/**
 * Creates a resolver that uses the first source with a name. They are read at the same time, so that a slow one costs
 * no more than its own time. A source that fails counts as one without a name.
 *
 * @param own - Names that are registered here: read first, so that most lookups end there.
 */
export function firstName(
  own: NameResolver,
  others: readonly NameResolver[],
  onFailure: (error: unknown) => void,
): NameResolver {
  const settle = (resolve: NameResolver, account: Parameters<NameResolver>[0]) =>
    resolve(account).catch((error: unknown) => {
      onFailure(error)
      return { name: null, avatar: null }
    })
  return async (account) => {
    const ours = await settle(own, account)
    if (ours.name !== null) return ours
    const found = await Promise.all(others.map((resolve) => settle(resolve, account)))
    return found.find(({ name }) => name !== null) ?? ours
  }
}
