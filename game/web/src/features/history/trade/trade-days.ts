import type { Language } from '@bullring/wire/text/languages'
import { type Trade, tradeKey } from '#api/trade/trade.ts'
import { netResultOf } from '../trade-outcome.ts'

/** A day of the visitor's calendar on which they placed bets. */
export type TradeDay = {
  date: Date
  /** Signed wei of the day's decided bets; null while none is decided, or while some are not loaded. */
  net: bigint | null
}

/**
 * Groups bets by the local day they were placed on.
 *
 * @param trades - Newest first.
 * @param hasOlder - Whether the last day may have bets that are not loaded.
 * @returns The day of each bet that is the newest of its day, by `tradeKey`.
 */
export function groupByDay(
  trades: readonly Trade[],
  hasOlder: boolean,
): ReadonlyMap<string, TradeDay> {
  const days = new Map<string, TradeDay>()
  let current: TradeDay | null = null
  for (const trade of trades) {
    const date = startOfDay(trade.placedAt * 1_000)
    if (current === null || current.date.getTime() !== date.getTime()) {
      current = { date, net: null }
      days.set(tradeKey(trade), current)
    }
    const net = netResultOf(trade)
    if (net !== null) current.net = (current.net ?? 0n) + net
  }
  if (hasOlder && current !== null) current.net = null
  return days
}

/** Texts for days that are near. */
type DayMessages = { today: string; yesterday: string }

/** Names a day: "Today", "Yesterday", "Fri, Nov 20", and with the year when it is another one. */
export function dayText(
  date: Date,
  { messages, language, nowMs }: { messages: DayMessages; language: Language; nowMs: number },
): string {
  const today = startOfDay(nowMs)
  if (date.getTime() === today.getTime()) return messages.today
  today.setDate(today.getDate() - 1)
  if (date.getTime() === today.getTime()) return messages.yesterday
  return new Intl.DateTimeFormat(language, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: date.getFullYear() === new Date(nowMs).getFullYear() ? undefined : 'numeric',
  }).format(date)
}

function startOfDay(ms: number): Date {
  const date = new Date(ms)
  date.setHours(0, 0, 0, 0)
  return date
}
