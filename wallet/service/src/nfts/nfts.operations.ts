import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { NftsQuery, NftsResponse } from '@bullring/wallet-api/blockchain-api/nfts'
import { AccountField } from '@bullring/wire/caip-fields'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { NftsNotOfferedError } from './errors.ts'
import { listNfts, type NftChain } from './list-nfts.ts'

export type NftsDeps = {
  /** Undefined for a chain whose NFTs are not known. */
  chainOf: (chainId: number) => NftChain | undefined
  /** Chain of requests without a chain id. */
  mainChainId: number
  /** Returns a URL of this service that shows the picture, or null if it cannot be shown. */
  linkFor: (c: Context, picture: string) => string | null
  /** Counts a page against the caller's limit. Throws when it is used up. */
  take: (c: Context) => void
}

/** GET /v1/account/:address/nfts. */
export function nftsOperations({ chainOf, mainChainId, linkFor, take }: NftsDeps): Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/v1/account/:address/nfts',
      summary: 'NFTs of an account, newest first',
      params: z.object({ address: AccountField }),
      query: NftsQuery,
      response: NftsResponse,
      errors: [...KEY_ERRORS, 404, 422, 502],
      security: ['projectId'],
      handler: async ({ params, query: { chainId = mainChainId, cursor = null } }, c) => {
        const chain = chainOf(chainId)
        if (chain === undefined) throw new NftsNotOfferedError(chainId)
        take(c)
        const { nfts, next } = await listNfts(chain, params.address, cursor)
        const data = nfts.map(({ contract, tokenId, quantity, image, standard, ...texts }) => ({
          address: `${toCaipNetworkId(chainId)}:${contract}` as const,
          tokenId: `${tokenId}`,
          standard,
          name: texts.name,
          collection: texts.collection,
          quantity: `${quantity}`,
          imageUrl: (image === null ? null : linkFor(c, image)) ?? '',
        }))
        return { data, next }
      },
    }),
  ]
}
