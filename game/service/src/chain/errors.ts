import { BaseError } from '@bullring/errors/base-error'
import { findCause } from '@bullring/errors/find-cause'
import { HttpError } from '@bullring/server/http/http-error'
import { isRevert } from '@bullring/wire/chain/is-revert'
import type { Address } from 'viem'
import {
  AbiDecodingDataSizeTooSmallError,
  AbiDecodingZeroDataError,
  ContractFunctionZeroDataError,
  HttpRequestError,
  RpcRequestError,
} from 'viem'

/** `CHAIN_ID` is not the chain of `RPC_URL`. */
export class WrongChainError extends BaseError {
  override readonly name = 'WrongChainError'
  readonly code = 'chain.wrong-chain'

  constructor({ expected, actual }: { expected: number; actual: number }) {
    super(`CHAIN_ID is ${expected}, but the chain at RPC_URL has the id ${actual}.`)
  }
}

/** A contract, as it is configured. */
type ExpectedMarket = { kind: string; address: Address }

/**
 * The named address has no market of the configured kind.
 *
 * @remedy Check `GAME_MARKETS` or `PREDICTION_ADDRESS`, `MARKET_KIND` and the chain.
 */
export class NoMarketError extends BaseError {
  override readonly name = 'NoMarketError'
  readonly code = 'chain.no-market'

  constructor({ kind, address }: ExpectedMarket, options?: ErrorOptions) {
    super(
      `There is no ${kind} market at ${address} on this chain. Check GAME_MARKETS or PREDICTION_ADDRESS.`,
      options,
    )
  }
}

/**
 * The contract is of an earlier release, with other rules.
 *
 * @remedy Deploy the current one and use an empty database, or run its release.
 */
export class OutdatedContractError extends BaseError {
  override readonly name = 'OutdatedContractError'
  readonly code = 'chain.outdated-contract'

  constructor(address: Address, options?: ErrorOptions) {
    super(
      `The contract at ${address} (GAME_MARKETS or PREDICTION_ADDRESS) is of an earlier release, without strikeDelay and maxPayoutMultiple: deploy the current one, or run the release it was deployed with.`,
      options,
    )
  }
}

/**
 * `RPC_URL` does not respond with JSON-RPC.
 *
 * @remedy The service exits at startup, retries later.
 */
export class ChainUnreachableError extends HttpError {
  override readonly name = 'ChainUnreachableError'
  readonly code = 'chain.unreachable'
  readonly status = 502
  override readonly shown = 'The chain does not respond.'
  override readonly isRetryable = true

  constructor(options?: ErrorOptions) {
    super(`The chain at RPC_URL does not respond${wordsOfNode(options?.cause)}.`, options)
  }
}

/**
 * Returns whether a call of a contract failed by what the contract has replied: a revert, nothing, or something else than the
 * ABI says. Everything else is about the node.
 */
export function isContractAnswer(error: unknown): boolean {
  return (
    isRevert(error) ||
    findCause(error, ContractFunctionZeroDataError) !== undefined ||
    findCause(error, AbiDecodingZeroDataError) !== undefined ||
    findCause(error, AbiDecodingDataSizeTooSmallError) !== undefined
  )
}

/** Maps a failed read of a market's contract to the error to report. */
export function toMarketError(cause: unknown, expected: ExpectedMarket): BaseError {
  return isContractAnswer(cause)
    ? new NoMarketError(expected, { cause })
    : new ChainUnreachableError({ cause })
}

const MAX_WORDS = 200

/** Words of the node for the operator: a status, or the text of its error. */
function wordsOfNode(cause: unknown): string {
  const { status } = findCause(cause, HttpRequestError) ?? {}
  if (status !== undefined) return `: HTTP ${status}`
  const { details } = findCause(cause, RpcRequestError) ?? {}
  return details ? `: "${details.slice(0, MAX_WORDS)}"` : ''
}
