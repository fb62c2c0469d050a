import { BaseError } from '@bullring/errors/base-error'

/** `CHAIN_ID` is not the chain of `RPC_URL`. */
export class WrongChainError extends BaseError {
  override readonly name = 'WrongChainError'
  readonly code = 'bundler.wrong-chain'

  constructor(chainId: number) {
    super(`The node in RPC_URL is of chain ${chainId}, not of CHAIN_ID.`)
  }
}

/**
 * The database has another relayer's transactions.
 *
 * @remedy Use an empty database ([runbook](runbooks/relayer-balance-low.md)).
 */
export class OtherRelayerError extends BaseError {
  override readonly name = 'OtherRelayerError'
  readonly code = 'bundler.other-relayer'

  constructor(address: string) {
    super(
      `The database in BUNDLER_DATABASE_URL has transactions of the relayer ${address}, which is not that of BUNDLER_RELAYER_PRIVATE_KEY. Use an empty database for another relayer.`,
    )
  }
}

/**
 * The chain lacks a contract of smart accounts.
 *
 * @remedy Check `RPC_URL`.
 */
export class MissingContractError extends BaseError {
  override readonly name = 'MissingContractError'
  readonly code = 'bundler.missing-contract'

  constructor(address: string) {
    super(`The chain has no contract at ${address}, which smart accounts need.`)
  }
}
