import { BaseError } from '@bullring/errors/base-error'

/** The node is of another chain. */
export class WrongChainError extends BaseError {
  override readonly name = 'WrongChainError'
  readonly code = 'bundler.wrong-chain'

  constructor(chainId: number) {
    super(`The node in BUNDLER_RPC_URL is of chain ${chainId}, not of BUNDLER_CHAIN_ID.`)
  }
}

/** The chain lacks a contract of smart accounts. */
export class MissingContractError extends BaseError {
  override readonly name = 'MissingContractError'
  readonly code = 'bundler.missing-contract'

  constructor(address: string) {
    super(`The chain has no contract at ${address}, which smart accounts need.`)
  }
}
