import type { Round } from '@bullring/game-api/round'
import { PRODUCT_NAME } from '@bullring/wire/text/product-name'

/** Texts of link previews about a round. */
export type RoundPreview = {
  title: string
  description: string
  /** Text that stands for the picture. */
  imageAlt: string
  /** The outcome in one or two words, as the picture shows it. */
  outcome: string
  tone: 'up' | 'down' | 'even' | 'open'
  /** Close less lock price, or null without both. */
  change: string | null
  prices: { lock: string | null; close: string | null }
  /** Null where the picture leaves it out. */
  pool: string | null
  /** Payout of the winning side per stake; null unless a side has won. */
  multiple: string | null
  isDecided: boolean
}

/** Decimals of prices and amounts: R-PAGE-8. */
const DECIMALS = 4

/** Describes a round in English, which is the language of link previews. */
export function previewOf(
  round: Round,
  symbol: string,
  brandName: string = PRODUCT_NAME,
): RoundPreview {
  const { epoch, state, winner } = round
  const isDecided = state === 'settled' || state === 'refund'
  const outcome = outcomeOf(round)
  const change = isDecided && round.price_change !== null ? signed(round.price_change) : null
  const payout = winner === 'up' ? round.bull_payout : winner === 'down' ? round.bear_payout : 0
  const multiple = payout > 0 ? `${payout.toFixed(2)}x` : null
  const title = `Round ${epoch}: ${outcome}`
  return {
    title: `${title} - ${brandName}`,
    description: descriptionOf(round, symbol, multiple),
    imageAlt: change === null ? title : `${title}, ${change}`,
    outcome,
    tone: toneOf(round),
    change,
    prices: pricesOf(round),
    pool: `${fixed(round.total_amount)} BNB`,
    multiple,
    isDecided,
  }
}

function outcomeOf({ state, winner }: Round): string {
  switch (state) {
    case 'open':
      return 'UP or DOWN?'
    case 'locked':
      return 'live'
    case 'settling':
      return 'waiting for the price'
    case 'refund':
      return 'stakes returned'
    case 'empty':
      return 'no bets'
    case 'settled':
      return winner === null ? 'the house won' : `${winner === 'up' ? 'UP' : 'DOWN'} won`
  }
}

function toneOf({ state, winner }: Round): RoundPreview['tone'] {
  if (winner !== null) return winner
  return state === 'settled' || state === 'refund' || state === 'empty' ? 'even' : 'open'
}

function descriptionOf(round: Round, symbol: string, multiple: string | null): string {
  const pool = `Prize pool ${fixed(round.total_amount)} BNB.`
  const { lock, close } = pricesOf(round)
  if (round.state === 'open') return `Bet on whether ${symbol}/USD goes up or down. ${pool}`
  if (lock === null) return `${symbol}/USD. ${pool}`
  if (close === null) return `${symbol}/USD locked at ${lock}. ${pool}`
  const paid = multiple === null ? '' : ` Winners received ${multiple} their stake.`
  return `${symbol}/USD went from ${lock} to ${close}. ${pool}${paid}`
}

/** Those on the chain, or those that the oracle has answered for a round without bets. */
function pricesOf(round: Round): RoundPreview['prices'] {
  return {
    lock: price(round.lock_price ?? round.expected_lock_price),
    close: price(round.close_price ?? round.expected_close_price),
  }
}

function price(text: string | null): string | null {
  return text === null ? null : `$${fixed(text)}`
}

/** The sign that typesetting uses for negative numbers. */
const MINUS = '\u2212'

function signed(text: string): string {
  const magnitude = text.replace('-', '')
  if (Number(text) === 0) return `$${fixed(text)}`
  return `${text.startsWith('-') ? MINUS : '+'}$${fixed(magnitude)}`
}

/** Cuts or pads exact decimal text: a preview is no statement of account. */
function fixed(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole}.${fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`
}
