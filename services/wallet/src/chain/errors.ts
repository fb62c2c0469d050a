import { BaseError } from '@bullring/errors/base-error'
import { HttpError } from '@bullring/server/http/http-error'

/** The operator's list of tokens cannot be used. */
export class InvalidTokensError extends BaseError {
  override readonly name = 'InvalidTokensError'
  readonly code = 'tokens.invalid-file'

  constructor(reason: string, options?: ErrorOptions) {
    super(`The file at WALLET_TOKENS_FILE cannot be used: ${reason}`, options)
  }
}

/** The service has no nodes of this chain. */
export class UnknownChainError extends HttpError {
  override readonly name = 'UnknownChainError'
  readonly code = 'chain.not-served'
  readonly status = 404

  constructor(chainId: number) {
    super(`The chain ${chainId} is not served here.`)
  }
}

/** None of a chain's nodes answers. */
export class NodesUnreachableError extends HttpError {
  override readonly name = 'NodesUnreachableError'
  readonly code = 'chain.nodes-unreachable'
  readonly status = 502
  override readonly isRetryable = true

  constructor() {
    super('No node of this chain answers. Try again in a moment.')
  }
}
