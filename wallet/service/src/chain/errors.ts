import type { ChainKey } from '@bullring/server/chain/nodes/chain-identity'
import { defineHttpError, HttpError } from '@bullring/server/http/http-error'

/**
 * The service has no node of this chain.
 *
 * @remedy Add one to `WALLET_RPC_URLS` or `WALLET_SOLANA_RPC_URLS`.
 */
export const UnknownChainError = defineHttpError({
  name: 'UnknownChainError',
  code: 'chain.not-served',
  status: 404,
  message: (chainId: ChainKey) => `The chain ${chainId} is not served here.`,
})

/** No node of the chain in `WALLET_RPC_URLS` or `WALLET_SOLANA_RPC_URLS` responds. */
export const NodesUnreachableError = defineHttpError({
  name: 'NodesUnreachableError',
  code: 'chain.nodes-unreachable',
  status: 502,
  isRetryable: true,
  message: 'No node of this chain responds. Try again in a moment.',
})

/** An address in `WALLET_ROUTERS` is no router of Uniswap V2. */
export const InvalidRouterError = defineHttpError({
  name: 'InvalidRouterError',
  code: 'chain.invalid-router',
  status: 502,
  message: (address: string) =>
    `The exchange of this chain cannot be used: there is no router at ${address}.`,
})

/**
 * The block explorer does not respond, limits the key, or responds invalidly.
 *
 * @remedy Check `WALLET_EXPLORER_API_KEY`.
 */
export class ExplorerFailedError extends HttpError {
  override readonly name = 'ExplorerFailedError'
  readonly code = 'chain.explorer-failed'
  readonly status = 502
  override readonly isRetryable = true
  /** Explorers limit the requests per second. */
  override readonly headers = { 'retry-after': '1' }

  constructor(cause: unknown) {
    super('The block explorer does not respond. Try again later.', { cause })
  }
}
