import { COIN_DECIMALS, PRICE_DECIMALS, parseUnits } from '@bullring/prediction/decimal'
import type { Language } from '@bullring/wire/text/languages'
import { CARD_TEXTS } from './card-texts.ts'

/** The open round, as far as the card shows it. */
export type CardRound = {
  epoch: number
  lockTimestamp: number
  pot: bigint
  up: number
  down: number
}

/** The markets and languages of the installation. */
export type CardConfig = {
  markets: readonly string[]
  languages: readonly Language[]
  coin: string
}

// Checked by hand: the schemas of the API with their library are three times as large as the card may be.

type Fields = Readonly<Record<string, unknown>>

/** A response that the card cannot show. */
class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new UnreadableError('not an object')
  return value as Fields
}

function numberIn(fields: Fields, name: string): number {
  const value = fields[name]
  if (typeof value !== 'number' || !(value >= 0)) throw new UnreadableError(name)
  return value
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string') throw new UnreadableError(name)
  return value
}

/** Reads a round of the API. */
export function readRound(value: unknown): CardRound {
  const fields = fieldsOf(value)
  return {
    epoch: numberIn(fields, 'epoch'),
    lockTimestamp: numberIn(fields, 'lock_timestamp'),
    pot: parseUnits(textIn(fields, 'total_amount'), COIN_DECIMALS),
    up: numberIn(fields, 'bull_payout'),
    down: numberIn(fields, 'bear_payout'),
  }
}

/** Reads one price of the API, with 8 decimals. */
export function readPrice(value: unknown): bigint {
  return parseUnits(textIn(fieldsOf(value), 'price'), PRICE_DECIMALS)
}

/** Reads the newest of a list of prices; null from an empty one. */
export function readLastPrice(value: unknown): bigint | null {
  const last = Array.isArray(value) ? value.at(-1) : undefined
  return last === undefined ? null : readPrice(last)
}

/** Reads the clocks of the service. */
export function readClock(value: unknown): { serverTime: number; blockTimestamp: number | null } {
  const fields = fieldsOf(value)
  const isBeforeFirst = fields['block_timestamp'] === null
  return {
    serverTime: numberIn(fields, 'server_time'),
    blockTimestamp: isBeforeFirst ? null : numberIn(fields, 'block_timestamp'),
  }
}

/** Reads the time over which clients spread their requests after a `reset`. */
export function readSpreadMs(value: unknown): number {
  return numberIn(fieldsOf(value), 'spread_ms')
}

/** Reads the configuration of the installation. */
export function readConfig(value: unknown): CardConfig {
  const fields = fieldsOf(value)
  const { languages } = fields
  if (!Array.isArray(languages)) throw new UnreadableError('languages')
  const known = (language: unknown): language is Language =>
    typeof language === 'string' && Object.hasOwn(CARD_TEXTS, language)
  const chain = fieldsOf(fields['chain'])
  return {
    markets: Object.keys(fieldsOf(fields['markets'])),
    languages: languages.filter(known),
    coin: textIn(fieldsOf(chain['nativeCurrency']), 'symbol'),
  }
}
