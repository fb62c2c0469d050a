import { setTimeout as sleep } from 'node:timers/promises'
import { type Positions, parsePositions } from '@bullring/game-api/positions'
import { waitUntil } from '../../db/wait-until.ts'
import type { RouteRead } from '../../http/cache/response-cache.ts'
import type { MarketReads, ViewName } from './read-source.ts'

/** Longest wait for the newest position, and for what a client has seen; then the newest view is read. */
const MAX_WAIT_MS = 500

/** A market whose positions clients name. */
type RoutedMarket = {
  config: { symbol: string }
  reads: Pick<MarketReads, 'position' | 'newestPosition'>
  live: { position: () => number }
}

/** Requests that wait at once; further ones read the newest view at once. */
const MAX_WAITING = 500

/**
 * Creates the routing of reads: the usual view as soon as that has what the client has seen. Positions that the
 * database does not have, such as those of an earlier one, count for nothing. Callers who have used up their limit cost no
 * query: the app refuses them.
 */
export function createReadRouting(open: () => readonly RoutedMarket[]): RouteRead {
  let waiting = 0
  const wait = async (wanted: Positions): Promise<ViewName> => {
    const behind = await existing(
      open().filter((market) => isBehind(market, wanted)),
      wanted,
    )
    if (behind.length === 0) return 'usual'
    if (waiting >= MAX_WAITING) return 'newest'
    waiting += 1
    try {
      const isReached = () => !behind.some((market) => isBehind(market, wanted))
      return (await waitUntil(isReached, MAX_WAIT_MS)) ? 'usual' : 'newest'
    } finally {
      waiting -= 1
    }
  }
  return (header, hasRoom) => {
    if (header === undefined) return 'usual'
    const wanted = parsePositions(header)
    const isSeen = !open().some((market) => isBehind(market, wanted))
    if (isSeen) return 'usual'
    return hasRoom() ? wait(wanted) : 'newest'
  }
}

/** Both the tables and what is cached must have the change. */
function isBehind({ config, reads, live }: RoutedMarket, wanted: Positions): boolean {
  return Math.min(reads.position(), live.position()) < (wanted.get(config.symbol) ?? 0)
}

/** Returns the markets in which the wanted position exists. */
async function existing(
  behind: readonly RoutedMarket[],
  wanted: Positions,
): Promise<RoutedMarket[]> {
  const found = await Promise.all(
    behind.map(async (market) => {
      const newest = await newestOf(market)
      return newest >= (wanted.get(market.config.symbol) ?? 0) ? market : []
    }),
  )
  return found.flat()
}

/** Returns the newest position; 0 when its database does not respond, because a replica still may. */
function newestOf({ reads }: RoutedMarket): Promise<number> {
  const late = sleep(MAX_WAIT_MS, 0, { ref: false })
  return Promise.race([reads.newestPosition().catch(() => 0), late])
}
