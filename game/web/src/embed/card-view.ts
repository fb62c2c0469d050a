import { formatBnb, formatMultiple, formatPrice } from '#format/format.ts'
import { formatTimeLeft } from '#format/time-left.ts'
import type { CardRound } from './card-data.ts'
import type { CardTexts } from './card-texts.ts'

/** Content of the card. */
export type CardState = {
  round: CardRound
  /** With 8 decimals; null before the first. */
  price: bigint | null
  /** Until bets close. */
  secondsLeft: number
  isFailed: boolean
}

function show(selector: string, text: string): void {
  const element = document.querySelector(selector)
  if (element !== null && element.textContent !== text) element.textContent = text
}

/** Fills in what does not change. */
export function showFrame(texts: CardTexts, market: string): void {
  show('#pair', `${market}/USD`)
  show('.up dt', texts.up)
  show('.down dt', texts.down)
  show('a', texts.bet)
  document.querySelector('#left')?.setAttribute('aria-label', texts.left)
  const link = document.querySelector('a')
  if (link !== null) link.href = `/?market=${encodeURIComponent(market)}`
  document.querySelector('main')?.removeAttribute('hidden')
}

/** Shows a sentence instead of a round. */
export function showNote(text: string): void {
  show('#note', text)
}

/** Shows the state of the round. */
export function showRound(texts: CardTexts, coin: string, state: CardState): void {
  const { round, price, secondsLeft, isFailed } = state
  show('#price', price === null ? '–' : formatPrice(price))
  show('#left', secondsLeft > 0 ? formatTimeLeft(secondsLeft) : texts.closed)
  show('#up', formatMultiple(round.up))
  show('#down', formatMultiple(round.down))
  const pot = `${formatBnb(round.pot)} ${coin}`
  const note = texts.round.replace('{epoch}', `${round.epoch}`).replace('{pot}', pot)
  showNote(isFailed ? texts.failed : note)
}
