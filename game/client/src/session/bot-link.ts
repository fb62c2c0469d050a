import { hexOf } from '@bullring/accounts-api/sessions/session-fields'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import type { PagePath } from '@bullring/wire/http/page-path'
import * as z from 'zod/mini'
import type { ChosenLimits } from './session-limits.ts'

/** Path of the page on which a player lets a bot bet. */
const BOT_PATH = '/authorize-bot' satisfies PagePath

const wholeNumber = (pattern: RegExp) => z.string().check(z.regex(pattern))

const Query = z.object({
  key: hexOf(64),
  market: z.string().check(z.regex(/^[A-Za-z0-9]{1,16}$/)),
  stake: wholeNumber(/^[1-9]\d{0,29}$/),
  bets: wholeNumber(/^[1-9]\d{0,5}$/),
  until: wholeNumber(/^[1-9]\d{0,11}$/),
})

/** A bot's request to a player. */
export type BotRequest = {
  /** Point of its key on P-256: x, then y. */
  key: `0x${string}`
  /** Symbol of its market. */
  market: string
  limits: ChosenLimits
}

/** Returns the link that a player opens to grant limits to a bot's key. */
export function botLink(origin: string, { key, market, limits }: BotRequest): string {
  const { stake, bets, expiresAt } = limits
  const fields = { key, market, stake: `${stake}`, bets: `${bets}`, until: `${expiresAt}` }
  return `${origin}${BOT_PATH}?${new URLSearchParams(fields)}`
}

/** Reads the query of a link; null when it is not whole. */
export function readBotLink(search: string): BotRequest | null {
  const parsed = z.safeParse(Query, Object.fromEntries(new URLSearchParams(search)))
  if (!parsed.success) return null
  const { key, market, stake, bets, until } = parsed.data
  const limits = { stake: toWei(BigInt(stake)), bets: Number(bets) }
  return { key, market, limits: { ...limits, expiresAt: toUnixSeconds(Number(until)) } }
}
