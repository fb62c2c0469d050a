import type { Address } from 'viem'
import type { NftId } from '../chain/nft-id.ts'
import { UnknownCursorError } from '../http/errors.ts'

/** An NFT that events say an account holds. Only its contract knows. */
export type NftCandidate = NftId & {
  /** Block of its last transfer to the account. */
  block: number
}

/** Finds the NFTs of accounts on one chain. */
export type NftSource = {
  /** Returns the candidates in any order, a bounded number of the newest ones. */
  candidatesOf: (account: Address) => Promise<readonly NftCandidate[]>
}

/** Candidates per account: collections of spam may have sent it any number. */
export const MAX_CANDIDATES = 1_000

/** Returns the candidates that follow the one of `cursor`, newest first. */
export function candidatesAfter(
  candidates: readonly NftCandidate[],
  cursor: string | null,
): readonly NftCandidate[] {
  const ordered = candidates.toSorted(compare)
  if (cursor === null) return ordered
  const last = parseCursor(cursor)
  return ordered.filter((each) => compare(each, last) > 0)
}

type Place = Pick<NftCandidate, 'block' | 'contract' | 'tokenId'>

export function toCursor({ block, contract, tokenId }: Place): string {
  return `${block}-${contract.toLowerCase()}-${tokenId}`
}

/** Sorts newest first; within a block in the order of contract and id. */
function compare(a: Place, b: Place): number {
  if (a.block !== b.block) return b.block - a.block
  const [first, second] = [a.contract.toLowerCase(), b.contract.toLowerCase()]
  if (first !== second) return first < second ? -1 : 1
  if (a.tokenId === b.tokenId) return 0
  return a.tokenId < b.tokenId ? -1 : 1
}

function parseCursor(cursor: string): Place {
  const [, block, contract, id] = /^(\d{1,15})-(0x[0-9a-f]{40})-(\d{1,78})$/.exec(cursor) ?? []
  if (block === undefined || contract === undefined || id === undefined) {
    throw new UnknownCursorError()
  }
  return { block: Number(block), contract: contract as Address, tokenId: BigInt(id) }
}
