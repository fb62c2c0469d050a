import { setTimeout as sleep } from 'node:timers/promises'
import { type Positions, parsePositions } from '@bullring/game-api/positions'
import { waitUntil } from '../../db/journal-position.ts'
import type { RouteRead } from '../../http/cache/response-cache.ts'
import type { MarketRuntime, ReadSource } from '../markets/market-runtime.ts'

/** Longest wait for the primary server's position, and for what a client has seen; then the primary server is read. */
const MAX_WAIT_MS = 500

/** What the routing needs of a market. */
type RoutedMarket = Pick<MarketRuntime, 'readPrimary'> & {
  marketConfig: Pick<MarketRuntime['marketConfig'], 'symbol'>
  position: Pick<MarketRuntime['position'], 'read'>
  live: Pick<MarketRuntime['live'], 'position'>
}

/** Requests that wait at once; further ones read from the primary server at once. */
const MAX_WAITING = 500

/**
 * Creates the routing of reads: to this process's usual source as soon as that has what the client has seen. Positions
 * that the primary server does not have, such as those of an earlier database, count for nothing. Callers who have used up
 * their limit cost no query: the app on the primary server refuses them.
 */
export function createReadRouting(open: () => readonly RoutedMarket[]): RouteRead {
  let waiting = 0
  const wait = async (wanted: Positions): Promise<ReadSource> => {
    const behind = await existing(
      open().filter((market) => isBehind(market, wanted)),
      wanted,
    )
    if (behind.length === 0) return 'usual'
    if (waiting >= MAX_WAITING) return 'primary'
    waiting += 1
    try {
      const isReached = () => !behind.some((market) => isBehind(market, wanted))
      return (await waitUntil(isReached, MAX_WAIT_MS)) ? 'usual' : 'primary'
    } finally {
      waiting -= 1
    }
  }
  return (header, hasRoom) => {
    if (header === undefined) return 'usual'
    const wanted = parsePositions(header)
    const isSeen = !open().some((market) => isBehind(market, wanted))
    if (isSeen) return 'usual'
    return hasRoom() ? wait(wanted) : 'primary'
  }
}

/** Both the tables and what is cached must have the change. */
function isBehind({ marketConfig, position, live }: RoutedMarket, wanted: Positions): boolean {
  return Math.min(position.read, live.position()) < (wanted.get(marketConfig.symbol) ?? 0)
}

/** Returns the markets in which the wanted position exists. */
async function existing(
  behind: readonly RoutedMarket[],
  wanted: Positions,
): Promise<RoutedMarket[]> {
  const found = await Promise.all(
    behind.map(async (market) => {
      const newest = await newestOf(market)
      return newest >= (wanted.get(market.marketConfig.symbol) ?? 0) ? market : []
    }),
  )
  return found.flat()
}

/** Returns the position of the primary server; 0 when it does not respond, because the replica still does. */
function newestOf({ readPrimary }: RoutedMarket): Promise<number> {
  const late = sleep(MAX_WAIT_MS, 0, { ref: false })
  return Promise.race([readPrimary().catch(() => 0), late])
}
