import { CONTRACTS } from '@bullring/smart-account/contracts'
import { numberToHex } from 'viem'
import { checkAccount } from '../chain/check-account.ts'
import { estimateGas } from '../chain/estimate-gas.ts'
import { parseHash, parseOperation, parseSignedOperation } from '../chain/operation-fields.ts'
import { parseRevocation, parseSessionCall } from '../chain/session-call-fields.ts'
import { findOperation } from '../db/operations.queries.ts'
import { UnknownMethodError } from '../http/errors.ts'
import type { Caller } from '../limits/sponsored-charges.ts'
import { type AcceptDeps, acceptOperation } from './accept-operation.ts'
import { acceptRevocation } from './accept-revocation.ts'
import { acceptSessionCall } from './accept-session-call.ts'
import { operationByHash } from './operation-by-hash.ts'
import { operationReceipt } from './operation-receipt.ts'
import { quoteFees } from './quote-fees.ts'

type Method = (deps: AcceptDeps, params: readonly unknown[], caller: Caller) => unknown

/** Methods of ERC-7769, and three of ours. */
const METHODS: Readonly<Record<string, Method>> = {
  eth_chainId: ({ chainId }) => numberToHex(chainId),
  eth_supportedEntryPoints: () => [CONTRACTS.entryPoint],
  eth_estimateUserOperationGas: async ({ chain }, params) => {
    const operation = parseOperation(params)
    await checkAccount(chain, operation)
    const limits = await estimateGas(chain, operation)
    return Object.fromEntries(
      Object.entries(limits).map(([name, value]) => [name, numberToHex(value)]),
    )
  },
  eth_sendUserOperation: (deps, params, caller) =>
    acceptOperation(deps, parseSignedOperation(params), caller),
  eth_getUserOperationByHash: (deps, params) => operationByHash(deps, parseHash(params)),
  eth_getUserOperationReceipt: (deps, params) => operationReceipt(deps, parseHash(params)),
  /** Not part of the standard: what an operation must offer, and whether the operator pays. */
  bundler_quoteFees: (deps, params, caller) => quoteFees(deps, parseOperation(params), caller),
  /** Not part of the standard: a call of a session's key, which the module for session keys makes. */
  bundler_sendSessionCall: (deps, params, caller) =>
    acceptSessionCall(deps, parseSessionCall(params), caller),
  /** Not part of the standard: the end of a session, signed by the account. */
  bundler_revokeSession: (deps, params, caller) =>
    acceptRevocation(deps, parseRevocation(params), caller),
  /** Not part of the standard: why an operation has no receipt. */
  bundler_getOperationStatus: async ({ db }, params) => {
    const stored = await findOperation(db, parseHash(params))
    return (
      stored && { state: stored.state, error: stored.error, transactionHash: stored.transaction }
    )
  },
}

/**
 * Executes a call.
 *
 * @throws {BundlerError}
 */
export async function executeMethod(
  deps: AcceptDeps,
  { method, params }: { method: string; params: readonly unknown[] },
  caller: Caller,
): Promise<unknown> {
  const execute = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (execute === undefined) throw new UnknownMethodError()
  return await execute(deps, params, caller)
}
