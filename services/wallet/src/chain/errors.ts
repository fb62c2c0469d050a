import { BaseError } from '@bullring/errors/base-error'
import { defineHttpError } from '@bullring/server/http/http-error'

/** The operator's token list is not valid. */
export class InvalidTokensError extends BaseError {
  override readonly name = 'InvalidTokensError'
  readonly code = 'tokens.invalid-file'

  constructor(reason: string, options?: ErrorOptions) {
    super(`The file at WALLET_TOKENS_FILE cannot be used: ${reason}`, options)
  }
}

/** The service has no nodes of this chain. */
export const UnknownChainError = defineHttpError({
  name: 'UnknownChainError',
  code: 'chain.not-served',
  status: 404,
  message: (chainId: number) => `The chain ${chainId} is not served here.`,
})

/** None of a chain's nodes responds. */
export const NodesUnreachableError = defineHttpError({
  name: 'NodesUnreachableError',
  code: 'chain.nodes-unreachable',
  status: 502,
  isRetryable: true,
  message: 'No node of this chain responds. Try again in a moment.',
})
