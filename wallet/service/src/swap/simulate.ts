import { findCause } from '@bullring/errors/find-cause'
import type { Address } from 'viem'
import { BaseError, ExecutionRevertedError, RpcRequestError } from 'viem'
import { NodesUnreachableError } from '../chain/errors.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { SwapCall } from './swap-calls.ts'

/** Outcome of a simulated transaction. */
export type Simulation = { succeeds: true } | { succeeds: false; reason: string | null }

/** A contract chooses this text: show nothing but a short code-like one. */
const SHOWABLE = /^[A-Za-z0-9 :_-]{1,80}$/

/**
 * Simulates a transaction on the newest block (`eth_call`).
 *
 * @throws {NodesUnreachableError}
 */
export async function simulate(
  client: RpcClient,
  account: Address,
  { to, data, value }: SwapCall,
): Promise<Simulation> {
  try {
    await client.call({ account, to, data, value })
    return { succeeds: true }
  } catch (error) {
    if (findCause(error, NodesUnreachableError)) throw error
    if (!(error instanceof BaseError) || !findCause(error, RpcRequestError)) throw error
    return { succeeds: false, reason: reasonOf(error) }
  }
}

function reasonOf(error: BaseError): string | null {
  const reverted = error.walk((cause) => cause instanceof ExecutionRevertedError)
  const text = /reason: (.*?)\.?$/m.exec(reverted instanceof Error ? reverted.message : '')?.[1]
  return text !== undefined && SHOWABLE.test(text) ? text : null
}
