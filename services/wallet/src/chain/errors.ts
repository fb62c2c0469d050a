import { defineHttpError } from '@bullring/server/http/http-error'

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

/** An address of WALLET_ROUTERS is no router of the Uniswap V2 kind. */
export const InvalidRouterError = defineHttpError({
  name: 'InvalidRouterError',
  code: 'chain.invalid-router',
  status: 502,
  message: (address: string) =>
    `The exchange of this chain cannot be used: there is no router at ${address}.`,
})
