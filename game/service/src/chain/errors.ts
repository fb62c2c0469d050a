import { BaseError } from '@bullring/errors/base-error'
import { findCause } from '@bullring/errors/find-cause'
import { HttpError } from '@bullring/server/http/http-error'
import type { Address } from 'viem'
import { HttpRequestError, TimeoutError } from 'viem'

/** `CHAIN_ID` is not the chain of `RPC_URL`. */
export class WrongChainError extends BaseError {
  override readonly name = 'WrongChainError'
  readonly code = 'chain.wrong-chain'

  constructor({ expected, actual }: { expected: number; actual: number }) {
    super(`CHAIN_ID is ${expected}, but the chain at RPC_URL has the id ${actual}.`)
  }
}

/** What the configuration says about a contract. */
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
    super('The chain at RPC_URL does not respond.', options)
  }
}

/** True when the node could not be reached, as opposed to refusing the request. */
export function isTransportError(error: unknown): boolean {
  return (findCause(error, HttpRequestError) ?? findCause(error, TimeoutError)) !== undefined
}

/** Maps a failed read of a market's contract to the error to report. */
export function toMarketError(cause: unknown, expected: ExpectedMarket): BaseError {
  return isTransportError(cause)
    ? new ChainUnreachableError({ cause })
    : new NoMarketError(expected, { cause })
}
