import { type BotRequest, botLink } from '@bullring/client/bot-link'
import { type ChosenLimits, sessionOf } from '@bullring/client/session-limits'
import type { AppConfig } from '@bullring/game-api/config'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import type { Session } from '@bullring/smart-account/session'
import { type Client, createClient, http } from 'viem'
import type { BotFile } from '../files/bot-file.ts'
import { pointOf, pointText } from './bot-key.ts'

/** Returns the session that a player grants to a bot. */
export async function sessionOfBot({ limits, key, market }: BotFile): Promise<Session> {
  return sessionOf(limitsOf(limits), await pointOf(key), [market.prediction])
}

/** Returns the link at which a player grants it. */
export async function linkOfBot({ origin, limits, key, market }: BotFile): Promise<string> {
  const point = pointText(await pointOf(key))
  const request: BotRequest = { key: point, market: market.symbol, limits: limitsOf(limits) }
  return botLink(origin, request)
}

/** Returns a client for the chain of an installation. */
export function chainClient({ chain }: AppConfig, origin: string): Client {
  const [rpcUrl = '/rpc'] = chain.rpcUrls
  return createClient({ transport: http(new URL(rpcUrl, origin).href) })
}

function limitsOf({ stake, bets, expiresAt }: BotFile['limits']): ChosenLimits {
  return { stake: toWei(BigInt(stake)), bets, expiresAt: toUnixSeconds(expiresAt) }
}
