import type { LimitFactory } from '@bullring/server/limits/open-limits'
import { TimedCache } from '@bullring/server/timed-cache'
import { type Address, isAddressEqual } from 'viem'
import * as z from 'zod'
import { type Explorer, ExplorerAddress, readExplorer } from '../chain/read-explorer.ts'
import { MAX_CANDIDATES, type NftCandidate, type NftSource } from './nft-source.ts'

const Whole = z.string().regex(/^\d{1,78}$/)

/** Row of a list of transfers. `tokenValue` is a count, of ERC-1155 only. */
const Reply = z.object({
  result: z.array(
    z.object({
      blockNumber: Whole.transform(Number),
      from: ExplorerAddress,
      to: ExplorerAddress,
      contractAddress: ExplorerAddress,
      tokenID: Whole.transform(BigInt),
      tokenValue: Whole.transform(BigInt).optional(),
    }),
  ),
})
type Row = z.output<typeof Reply>['result'][number]

const LISTS = [
  { action: 'tokennfttx', standard: 'ERC721' },
  { action: 'token1155tx', standard: 'ERC1155' },
] as const

/** Pages of an account come from one reading. A new NFT may appear this late. */
const CACHE = { lifetimeMs: 30_000, maxEntries: 2_000 }

/** Each reading takes two requests to the explorer. Histories count separately. */
const READINGS_PER_MINUTE = 20

type ExplorerOptions = Explorer & {
  limits: LimitFactory
  nowMs?: () => number
}

/**
 * Finds NFTs by a block explorer's lists of transfers, the newest thousand of each standard: older ones are not listed.
 *
 * @throws {RateLimitedError} from `candidatesOf`, when the limit of all callers is reached.
 * @throws {ExplorerFailedError} from `candidatesOf`.
 */
export function createExplorerNfts(options: ExplorerOptions): NftSource {
  const { limits, nowMs = Date.now, ...explorer } = options
  const cache = new TimedCache<readonly NftCandidate[]>(CACHE)
  const limiter = limits.rateLimiter(`explorer-nfts-${explorer.chainId}`, READINGS_PER_MINUTE)
  return {
    candidatesOf: (account) =>
      cache.get(account, nowMs(), async () => {
        limiter.take('all callers', nowMs())
        const lists = await Promise.all(
          LISTS.map(async ({ action, standard }) => {
            const wanted = { action, account, rows: MAX_CANDIDATES }
            const { result } = await readExplorer(explorer, wanted, Reply)
            return toCandidates(result, account, standard)
          }),
        )
        return lists.flat()
      }),
  }
}

function toCandidates(
  rows: readonly Row[],
  account: Address,
  standard: NftCandidate['standard'],
): NftCandidate[] {
  const groups = Map.groupBy(
    rows,
    ({ contractAddress, tokenID }) => `${contractAddress} ${tokenID}`,
  )
  return [...groups.values()].flatMap((transfers) => {
    const received = transfers.find(({ to }) => isAddressEqual(to, account))
    if (received === undefined) return []
    const { contractAddress: contract, tokenID: tokenId, blockNumber: block } = received
    return [{ contract, tokenId, standard, block }]
  })
}
