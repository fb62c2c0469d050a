import type { Address } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { NftDetails } from './nft-details.ts'
import { candidatesAfter, type NftCandidate, type NftSource, toCursor } from './nft-source.ts'
import { readOwned } from './read-owned.ts'

/** The NFTs of one chain. */
export type NftChain = {
  client: RpcClient
  source: NftSource
  details: (nft: NftCandidate) => Promise<NftDetails>
}

/** An NFT that the account holds. */
export type HeldNft = NftCandidate & NftDetails & { quantity: bigint }

const PAGE_SIZE = 20

/** Maximum number of pages of candidates that a request checks: a wallet can be full of NFTs that only exist in events. */
const MAX_PAGES = 5

/**
 * Reads a page of the NFTs that an account holds, newest first. A page may be short: an NFT that its contract does not
 * confirm is left out.
 *
 * @throws {UnknownCursorError}
 */
export async function listNfts(
  { client, source, details }: NftChain,
  account: Address,
  cursor: string | null,
): Promise<{ nfts: readonly HeldNft[]; next: string | null }> {
  let left = candidatesAfter(await source.candidatesOf(account), cursor)
  for (let pages = 1; ; pages += 1) {
    const page = left.slice(0, PAGE_SIZE)
    left = left.slice(PAGE_SIZE)
    const last = page.at(-1)
    const quantities = await readOwned(client, account, page)
    const held = page.flatMap((nft, index) => {
      const quantity = quantities[index] ?? 0n
      return quantity > 0n ? [{ ...nft, quantity }] : []
    })
    const isLast = left.length === 0 || last === undefined
    if (held.length === 0 && !isLast && pages < MAX_PAGES) continue
    const nfts = await Promise.all(held.map(async (nft) => ({ ...nft, ...(await details(nft)) })))
    return { nfts, next: isLast ? null : toCursor(last) }
  }
}
