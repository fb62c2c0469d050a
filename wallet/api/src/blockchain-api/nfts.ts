import { CaipAddress, ChainIdField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'

/** GET /v1/account/{address}/nfts: ERC-721 and ERC-1155 tokens of an account, newest first. */

/** Query of the request. `cursor` is `next` of the page before. */
export const NftsQuery = z.object({
  cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/, 'not a cursor'))),
  chainId: z.optional(ChainIdField),
})

/** A token that the account holds. */
export const Nft = z.object({
  /** The collection's contract. */
  address: CaipAddress,
  /** Decimal text: token ids have up to 256 bits. */
  tokenId: z.string().check(z.regex(/^\d{1,78}$/, 'not a token id')),
  standard: z.enum(['ERC721', 'ERC1155']),
  name: z.string(),
  collection: z.string(),
  /** Quantity that the account holds; 1 for ERC-721. */
  quantity: z.string().check(z.regex(/^\d{1,78}$/, 'not a quantity')),
  /** URL on the wallet service; empty without a picture. */
  imageUrl: z.string(),
})
export type Nft = z.infer<typeof Nft>

/** One page. `next` is null on the last one. */
export const NftsResponse = z.object({ data: z.array(Nft), next: z.nullable(z.string()) })
export type NftsResponse = z.infer<typeof NftsResponse>
