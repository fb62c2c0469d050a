import type { Address } from 'viem'

/**
 * Finds the account behind a name such as "alice.eth"; null when the name has none.
 *
 * @throws when the name cannot be resolved now, e.g. because the node does not respond.
 */
export type NameResolver = (
  name: string,
  chainId: number,
  signal: AbortSignal,
) => Promise<Address | null>
