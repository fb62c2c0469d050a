import type { Address } from 'viem'

/**
 * Finds the account behind a name such as "alice.eth"; null when the name has none.
 *
 * @throws when that cannot be found out now.
 */
export type NameResolver = (
  name: string,
  chainId: number,
  signal: AbortSignal,
) => Promise<Address | null>
