import { formatUnits, PRICE_DECIMALS } from '@bullring/prediction/decimal'
import { toUnixSeconds } from '@bullring/prediction/units'
import { guardSite } from '@bullring/server/http/guard-site'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { Hono } from 'hono'
import { createPublicClient, http } from 'viem'
import { type LocalGame, replayedMarkets } from '../local-game.ts'
import { priceBetween } from './price-between.ts'

/** Replacement for an exchange on a local chain that replays recorded rounds. */
export type LocalTicker = {
  /** URL of the ticker, with `{symbol}` for the coin. */
  url: string
  stop: () => Promise<void>
}

const TIMEOUT_MS = 2_000

/**
 * Serves the price of each second to this machine only, in the form of an exchange's ticker.
 *
 * @throws {CannotListenError}
 */
export async function startLocalTicker(localGame: LocalGame): Promise<LocalTicker> {
  const { rpcUrl, schedule } = localGame
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: TIMEOUT_MS }) })
  const markets = replayedMarkets(localGame)
  const app = new Hono().get('/price', async (c) => {
    const market = markets.find(({ symbol }) => symbol === c.req.query('symbol'))
    if (market === undefined) return c.json({}, 404)
    const { timestamp } = await client.getBlock()
    const price = priceBetween(market.rounds, schedule, toUnixSeconds(timestamp))
    return price === null ? c.json({}, 404) : c.json({ price: formatUnits(price, PRICE_DECIMALS) })
  })
  const site = { publicOrigin: null, allowedOrigins: [], proxies: 0, urlVariable: 'localhost' }
  const host = { host: '127.0.0.1', port: 0 }
  const server = await listen(guardSite(nodeListener(app.fetch), site), host)
  return { url: `${server.url}/price?symbol={symbol}`, stop: server.close }
}
