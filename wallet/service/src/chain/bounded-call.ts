import { findCause } from '@bullring/errors/find-cause'
import type { Address, Hex } from 'viem'
import { NodesUnreachableError } from './errors.ts'
import type { RpcClient } from './rpc-client.ts'

/**
 * Calls a contract of a stranger, which may use all the gas it gets: each call has its own limit, and so cannot make
 * others fail as in a multicall.
 *
 * @returns Null when the call reverts, runs out of gas or returns nothing.
 * @throws {NodesUnreachableError} when no node responds.
 */
export async function boundedCall(
  client: RpcClient,
  call: { to: Address; data: Hex; gas: bigint },
): Promise<Hex | null> {
  try {
    return (await client.call(call)).data ?? null
  } catch (error) {
    if (findCause(error, NodesUnreachableError)) throw new NodesUnreachableError()
    return null
  }
}
