import type { Position } from '@bullring/prediction/payout'
import { openStorage } from '#browser/open-storage.ts'

const KEY = 'bullring.chosen-side'

/** Long enough for a login by email. Later, the visitor may think otherwise. */
const LIFE_MS = 10 * 60_000

const storage = () => openStorage(window, 'sessionStorage')

/**
 * Keeps the side that a visitor chose in a market before the wallet could bet, also for a login that leaves the page.
 */
export function keepChosenSide(symbol: string, position: Position): void {
  storage().setItem(KEY, `${position} ${Date.now() + LIFE_MS} ${symbol}`)
}

/** Forgets the chosen side. */
export function dropChosenSide(): void {
  storage().removeItem(KEY)
}

/** Returns and forgets the side that was chosen in a market; null without one. */
export function takeChosenSide(symbol: string): Position | null {
  const [position, until, market] = storage().getItem(KEY)?.split(' ') ?? []
  if (market !== symbol) return null
  dropChosenSide()
  const isSide = position === 'bull' || position === 'bear'
  return isSide && Number(until) > Date.now() ? position : null
}
