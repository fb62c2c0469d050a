import type { LimitFactory } from '@bullring/server/limits/open-limits'
import { TimedCache } from '@bullring/server/timed-cache'
import type { Address } from 'viem'
import { getAddress, isAddressEqual } from 'viem'
import { type Explorer, readExplorer } from '../chain/read-explorer.ts'
import { UnknownCursorError } from '../http/errors.ts'
import type { Token } from '../tokens/token.ts'
import { ExplorerReply, type ExplorerRow } from './explorer-reply.ts'
import type { AccountTransaction, HistoryPage, HistorySource, Transfer } from './history-source.ts'

/** Transactions, values sent by contracts, transfers of tokens and of NFTs. */
const LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const

/** Rows per list and page. */
const ROWS = 100

export type ExplorerOptions = Explorer & {
  tokens: readonly Token[]
  rows?: number
  limits: LimitFactory
  nowMs?: () => number
}

/** Callers page back and forth. New transactions may be this late. */
const CACHE = { lifetimeMs: 15_000, maxEntries: 2_000 }

/** Pages read from the explorer, five requests each: free keys allow 5 a second and 100,000 a day. */
const PAGES_PER_MINUTE = 12

/**
 * Creates a history from a block explorer's API, for chains too long to index here. Pages are cached, and all
 * callers together are limited, so that no one can use up the explorer's key.
 *
 * @throws {RateLimitedError} from `page`, when the limit of all callers is reached.
 */
export function createExplorerHistory(options: ExplorerOptions): HistorySource {
  const { nowMs = Date.now } = options
  const cache = new TimedCache<HistoryPage>(CACHE)
  const limiter = options.limits.rateLimiter(
    `explorer-history-${options.chainId}`,
    PAGES_PER_MINUTE,
  )
  return {
    page: async (account, cursor) => {
      const endBlock = cursor === null ? null : blockOf(cursor)
      return await cache.get(`${account} ${endBlock}`, nowMs(), async () => {
        limiter.take('all callers', nowMs())
        return await readPage(options, account, endBlock)
      })
    },
  }
}

/** Reads a page. It ends between blocks, because each list is complete only down to its last row. */
async function readPage(
  options: ExplorerOptions,
  account: Address,
  endBlock: number | null,
): Promise<HistoryPage> {
  const { rows = ROWS } = options
  const lists = await Promise.all(
    LISTS.map(async (action) => {
      const reply = await readExplorer(options, { action, account, rows }, ExplorerReply, endBlock)
      return reply.result
    }),
  )
  const floors = lists.flatMap((list) =>
    list.length < rows ? [] : [list.at(-1)?.blockNumber ?? 0],
  )
  if (floors.length === 0) return { transactions: join(lists, account, options), next: null }
  const floor = Math.max(...floors)
  const within = (from: number, to: number) =>
    lists.map((list) => list.filter(({ blockNumber: at }) => at >= from && at <= to))
  const above = within(floor + 1, Number.MAX_SAFE_INTEGER)
  if (above.some((list) => list.length > 0)) {
    return { transactions: join(above, account, options), next: `${floor}` }
  }
  // A block that fills a page alone is shown as far as it was read: no cursor points into a block.
  return { transactions: join(within(floor, floor), account, options), next: `${floor - 1}` }
}

function blockOf(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new UnknownCursorError()
  return Number(cursor)
}

function join(
  lists: readonly (readonly ExplorerRow[])[],
  account: Address,
  { tokens }: ExplorerOptions,
): AccountTransaction[] {
  const byHash = Map.groupBy(lists.flat(), ({ hash }) => hash)
  const ownTransactions = new Map(lists[0]?.map((row) => [row.hash, row]))
  return [...byHash.values()]
    .sort((a, b) => (b[0]?.blockNumber ?? 0) - (a[0]?.blockNumber ?? 0))
    .flatMap((rows) => {
      const [first] = rows
      const transfers = rows.flatMap((row) => toTransfer(row, account, tokens))
      if (first === undefined || transfers.length === 0) return []
      const head = ownTransactions.get(first.hash) ?? first
      return [
        {
          hash: first.hash,
          from: head.from,
          to: head.to,
          nonce: head.nonce ?? 0,
          isConfirmed: rows.every(({ isError }) => !isError),
          minedAt: first.timeStamp,
          transfers,
        },
      ]
    })
}

/** Unknown tokens are left out: anyone can send anything, under any name. */
function toTransfer(row: ExplorerRow, account: Address, tokens: readonly Token[]): Transfer[] {
  const { from, to, value, contractAddress, isToken, tokenId, standard } = row
  if (to === null || value === 0n) return []
  if (!isAddressEqual(from, account) && !isAddressEqual(to, account)) return []
  if (tokenId !== null && contractAddress !== null) {
    return [{ nft: { contract: contractAddress, tokenId, standard }, from, to, amount: value }]
  }
  if (!isToken) return [{ token: null, from, to, amount: value }]
  const token = tokens.find(({ address }) => address === contractAddress)
  return token === undefined ? [] : [{ token, from, to: getAddress(to), amount: value }]
}
