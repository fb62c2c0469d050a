import { BaseError } from '@bullring/errors/base-error'

/** The RPC endpoint serves another chain than the configured one. */
export class WrongChainError extends BaseError {
  override readonly name = 'WrongChainError'
  readonly code = 'chain.wrong-chain'

  constructor({ expected, actual }: { expected: number; actual: number }) {
    super(`GAME_CHAIN_ID is ${expected}, but the chain at GAME_RPC_URL has the id ${actual}.`)
  }
}

/** No market answers at the configured address. */
export class NoMarketError extends BaseError {
  override readonly name = 'NoMarketError'
  readonly code = 'chain.no-market'

  constructor(options?: ErrorOptions) {
    super('There is no Bullring market at GAME_PREDICTION_ADDRESS on this chain.', options)
  }
}

/** The RPC endpoint does not answer, or answers nonsense. */
export class ChainUnreachableError extends BaseError {
  override readonly name = 'ChainUnreachableError'
  readonly code = 'chain.unreachable'
  override readonly isRetryable = true

  constructor(options?: ErrorOptions) {
    super('The chain at GAME_RPC_URL does not answer.', options)
  }
}
