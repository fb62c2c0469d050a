import { BaseError, type ErrorCode } from '@bullring/errors/base-error'
import { defineHttpError } from '@bullring/server/http/http-error'

/** The request lacks its user, or `BUNDLER_CUSTODY_TOKEN` or `BUNDLER_WALLET_TOKEN`. */
export const UnknownCallerError = defineHttpError({
  name: 'UnknownCallerError',
  code: 'bundler.unknown-caller',
  status: 401,
  message: 'Only services that have the bundler’s token may call it.',
})

/** An error that a JSON-RPC reply carries, with a code of EIP-1474 or ERC-7769. */
export abstract class BundlerError extends BaseError {
  abstract readonly rpcCode: number
}

/** Declares an error of a JSON-RPC method. */
function defineRpcError<args extends unknown[]>(
  { name, code, rpcCode }: { name: string; code: ErrorCode; rpcCode: number },
  message: (...args: args) => string,
) {
  return class extends BundlerError {
    override readonly name = name
    readonly code = code
    readonly rpcCode = rpcCode

    constructor(...args: args) {
      super(message(...args))
    }
  }
}

/**
 * A field is missing, malformed or out of range: fee below the gas price, over 40 calls, a nonce of a sequence
 * other than 0.
 */
export const InvalidParamsError = defineRpcError(
  { name: 'InvalidParamsError', code: 'bundler.invalid-params', rpcCode: -32_602 },
  (reason: string) => `Invalid parameters: ${reason}`,
)

/**
 * Call or session ends before a block could take it.
 *
 * @remedy Sign with a later deadline.
 */
export const EndsTooSoonError = defineRpcError(
  { name: 'EndsTooSoonError', code: 'bundler.ends-too-soon', rpcCode: -32_602 },
  () => 'The call or its session ends too soon.',
)

/**
 * The bundler lacks the method, or offers it to custody only.
 *
 * @remedy Send chain calls to a node.
 */
export const UnknownMethodError = defineRpcError(
  { name: 'UnknownMethodError', code: 'bundler.unknown-method', rpcCode: -32_601 },
  () => 'This bundler does not offer the method.',
)

/**
 * The minute's calls of a user, IP address, IPv6 /48 or all are used up; simulated ones count 20 times.
 *
 * @remedy Wait.
 */
export const TooManyCallsError = defineRpcError(
  { name: 'TooManyCallsError', code: 'bundler.too-many-calls', rpcCode: -32_005 },
  () => 'Too many calls. Try again in a minute.',
)

/** The sender is not a smart account of `accounts/safe`. */
export const ForeignAccountError = defineRpcError(
  { name: 'ForeignAccountError', code: 'bundler.foreign-account', rpcCode: -32_602 },
  (reason: string) => `This bundler only serves accounts of the embedded wallet: ${reason}.`,
)

/** Refused by the EntryPoint (-32507: signature) or session module, with its error in the message. */
export const RejectedOperationError = defineRpcError(
  { name: 'RejectedOperationError', code: 'bundler.rejected', rpcCode: -32_500 },
  (reason: string) => reason,
)

/** The EntryPoint finds that the operation's signature is not its account's. */
export class WrongSignatureError extends RejectedOperationError {
  override readonly rpcCode = -32_507
}

/** The calls revert, or run out of gas. */
export const RevertingOperationError = defineRpcError(
  { name: 'RevertingOperationError', code: 'bundler.reverting', rpcCode: -32_521 },
  (reason: string) => `UserOperation reverted during simulation with reason: ${reason}`,
)

/** The operation pays no fee, and `BUNDLER_SPONSORED_METHODS` lacks one of its methods. */
export const NotSponsoredError = defineRpcError(
  { name: 'NotSponsoredError', code: 'bundler.not-sponsored', rpcCode: -32_003 },
  () => 'The operator does not pay the fees of these calls.',
)

/**
 * Gas price above `BUNDLER_MAX_GAS_PRICE_GWEI`.
 *
 * @remedy Wait, or raise it.
 */
export const GasPriceTooHighError = defineRpcError(
  { name: 'GasPriceTooHighError', code: 'bundler.gas-price-too-high', rpcCode: -32_005 },
  () => 'The network is too expensive at the moment. Please try again later.',
)

/**
 * The day's budget of all, or of the named method, IPv6 /48, IP address or user, is spent.
 *
 * @remedy Wait for the next day (UTC), let the account pay, or raise `BUNDLER_BUDGET_PER_…`.
 */
export const BudgetSpentError = defineRpcError(
  { name: 'BudgetSpentError', code: 'bundler.budget-spent', rpcCode: -32_005 },
  (scope: string) => `Today’s budget for fees is spent (${scope}).`,
)

/**
 * An operation or call with this nonce is pending.
 *
 * @remedy Wait for it.
 */
export const PendingOperationError = defineRpcError(
  { name: 'PendingOperationError', code: 'bundler.pending-operation', rpcCode: -32_000 },
  () => 'Another operation of this account with the same nonce is pending.',
)

/** `RPC_URL` does not respond, or lacks a method such as `eth_simulateV1`. */
export const ChainFailedError = defineRpcError(
  { name: 'ChainFailedError', code: 'bundler.chain-failed', rpcCode: -32_603 },
  () => 'The chain does not respond. Please try again in a moment.',
)
