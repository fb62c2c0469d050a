import type { Address } from 'viem'

/** An NFT, by its contract. */
export type NftId = { contract: Address; tokenId: bigint; standard: 'ERC721' | 'ERC1155' }
