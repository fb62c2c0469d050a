import { findCause } from '@bullring/errors/find-cause'
import { NodesUnreachableError } from './errors.ts'

/**
 * Tells failed contracts from a failed node: viem reports both per call of a multicall.
 *
 * @throws {NodesUnreachableError}
 */
export function requireReachable(results: readonly { error?: Error | undefined }[]): void {
  const failed = results.find(({ error }) => error !== undefined)
  if (findCause(failed?.error, NodesUnreachableError)) throw new NodesUnreachableError()
}

/** No limit on the calldata of a multicall: one request, and so one block, for all its calls. */
export const ONE_REQUEST = { batchSize: 0 } as const
