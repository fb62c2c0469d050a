import { createGameClient } from '@bullring/client/game-client'
import { getBlockNumber } from 'viem/actions'
import { type BotFile, createBotFile } from '../files/bot-file.ts'
import { createBotKey } from './bot-key.ts'
import { chainClient, linkOfBot } from './bot-session.ts'
import { requireMarket } from './require-market.ts'

/** Choices of a bot's owner. */
export type BotWish = {
  origin: string
  /** Symbol of the market. */
  symbol: string
  /** Most of one bet, in wei. */
  stake: bigint
  /** Bets of the largest stake in all. */
  bets: number
  /** Time for which the player is asked. */
  seconds: number
}

/**
 * Creates a bot: a key in a file that only its owner can read.
 *
 * @returns The link at which a player grants the limits to the key.
 * @throws {BotMarketError} without such a market.
 * @throws {BotFileError} when there is a bot already.
 */
export async function initBot(path: string, wish: BotWish, signal: AbortSignal): Promise<string> {
  const { origin, symbol, stake, bets, seconds } = wish
  const game = createGameClient({ origin })
  const config = await game.call('config.json', {}, { signal })
  const { prediction } = requireMarket(config, symbol)
  const { block_timestamp: chainTime, server_time: now } = await game.call(
    'healthz',
    {},
    { signal },
  )
  const expiresAt = Math.floor(chainTime ?? now) + seconds
  const block = await getBlockNumber(chainClient(config, origin))
  const bot: BotFile = {
    origin,
    chainId: config.chain.id,
    market: { symbol, prediction },
    limits: { stake: `${stake}`, bets, expiresAt },
    key: await createBotKey(),
    madeAtBlock: Number(block),
    account: null,
    decidedEpoch: null,
  }
  await createBotFile(path, bot)
  return await linkOfBot(bot)
}
