import type { NftId } from '../chain/nft-id.ts'
import type { AccountTransaction } from './history-source.ts'

/** Description of an NFT in a history. */
export type NftText = {
  name: string
  /** URL of this service; null for none. */
  imageUrl: string | null
  isSpam: boolean
}

/** Description of an NFT by its contract and metadata. */
type NftDetails = { name: string; collection: string; image: string | null }

/** NFTs of a page whose contracts are read. The others are shown by their numbers. */
const MAX_DESCRIBED = 40

/** Pictures within the metadata: kits keep pages of history in the browser's storage. */
const MAX_INLINE_IMAGE = 8 * 1_024

/** Names that advertise: anyone can send an NFT under any name. */
const LINK =
  /https?:|www\.|\.(?:com|net|org|io|xyz|app|site|top|live|click|gift|claims?)\b|\bclaim\b/i

/**
 * Reads names and pictures of a page's NFTs.
 *
 * @param linkFor - Returns a URL of this service that shows the picture; null if it cannot be shown.
 */
export async function describeNfts(
  transactions: readonly AccountTransaction[],
  details: (nft: NftId) => Promise<NftDetails>,
  linkFor: (picture: string) => string | null,
): Promise<(nft: NftId) => NftText> {
  const nfts = transactions.flatMap(({ transfers }) =>
    transfers.flatMap((transfer) => ('nft' in transfer ? transfer.nft : [])),
  )
  const distinct = [...new Map(nfts.map((nft) => [keyOf(nft), nft])).values()]
  const described = await Promise.all(
    distinct.slice(0, MAX_DESCRIBED).map(async (nft) => {
      const { name, collection, image } = await details(nft)
      const isSpam = LINK.test(name) || LINK.test(collection)
      const link = image === null || isSpam ? null : linkFor(image)
      const imageUrl = link !== null && link.length <= MAX_INLINE_IMAGE ? link : null
      return [keyOf(nft), { name, imageUrl, isSpam }] as const
    }),
  )
  const texts = new Map<string, NftText>(described)
  return (nft) =>
    texts.get(keyOf(nft)) ?? { name: `#${nft.tokenId}`, imageUrl: null, isSpam: false }
}

function keyOf({ contract, tokenId }: NftId): string {
  return `${contract} ${tokenId}`
}
