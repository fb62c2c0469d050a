import { readSessionState } from '@bullring/smart-account/read-sessions'
import { type Address, BaseError, ContractFunctionZeroDataError, type Hex } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import { SessionsNotOfferedError } from './errors.ts'

/**
 * Returns whether the module for session keys has ended a session for good.
 *
 * @throws {SessionsNotOfferedError} on a chain without the module.
 */
export async function isRevoked(
  client: RpcClient,
  account: Address,
  session: Hex,
): Promise<boolean> {
  try {
    return (await readSessionState(client, account, session)).status === 'revoked'
  } catch (error) {
    if (isWithoutModule(error)) throw new SessionsNotOfferedError()
    throw error
  }
}

/** A call to an address without code succeeds, and returns nothing. */
function isWithoutModule(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((cause) => cause instanceof ContractFunctionZeroDataError) !== null
}
