import type { CallOutcome } from '@bullring/client/call-outcome'
import { createGameClient, type GameClient } from '@bullring/client/game-client'
import type { MarketCall } from '@bullring/client/market-calls'
import { type CallDeps, type HeldSession, sendCall } from '@bullring/client/send-call'
import type { MarketConfig } from '@bullring/game-api/config'
import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { getBlock } from 'viem/actions'
import { BotFileError, BotMarketError } from '../errors.ts'
import type { BotFile } from '../files/bot-file.ts'
import { signingKey } from './bot-key.ts'
import { chainClient, sessionOfBot } from './bot-session.ts'
import { requireMarket } from './require-market.ts'

/** A bot that is connected to its installation. */
export type OpenBot = {
  game: GameClient
  market: MarketConfig
  account: Address
  /** Time of the newest block. */
  chainTime: () => Promise<UnixSeconds>
  /** Makes a call with the session's key. */
  send: (call: MarketCall, lockAt: UnixSeconds | null, signal: AbortSignal) => Promise<CallOutcome>
}

/**
 * Connects a bot.
 *
 * @throws {BotFileError} when the installation is not the one that the limits are for.
 * @throws {BotMarketError} when it cannot send bets.
 */
export async function openBot(
  bot: BotFile,
  account: Address,
  signal: AbortSignal,
): Promise<OpenBot> {
  const { origin, chainId } = bot
  const game = createGameClient({ origin, symbol: bot.market.symbol })
  const config = await game.call('config.json', {}, { signal })
  const market = requireMarket(config, bot.market.symbol)
  if (config.chain.id !== chainId || market.prediction !== bot.market.prediction)
    throw new BotFileError('The installation has another chain or contract now: run "init" again.')
  const { projectId, walletServicesUrl } = config
  if (walletServicesUrl === null)
    throw new BotMarketError('The installation has no wallet service, which sends the bets.')
  const absolute = (url: string) => new URL(url, origin).href
  const client = chainClient(config, origin)
  const held = await heldSession(bot, account)
  const deps = { client, servicesUrl: absolute(walletServicesUrl), projectId }
  return {
    game,
    market,
    account,
    chainTime: async () => toUnixSeconds((await getBlock(client)).timestamp),
    send: (call, lockAt, stop) =>
      sendCall({ ...deps, signal: stop } satisfies CallDeps, held, { ...call, lockAt }),
  }
}

async function heldSession(bot: BotFile, account: Address): Promise<HeldSession> {
  const [session, privateKey] = [await sessionOfBot(bot), await signingKey(bot.key)]
  return { account, chainId: bot.chainId, session, privateKey }
}
