import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * No index or explorer of the chain's NFTs.
 *
 * @remedy Set `WALLET_EXPLORER_API_KEY`.
 */
export const NftsNotOfferedError = defineHttpError({
  name: 'NftsNotOfferedError',
  code: 'nfts.not-offered',
  status: 404,
  message: (chainId: number) =>
    `NFTs of the chain ${chainId} are not listed here: set WALLET_EXPLORER_API_KEY for a public chain.`,
})
