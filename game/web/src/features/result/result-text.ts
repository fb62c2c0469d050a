import type { Trade } from '#api/trade/trade.ts'
import { formatBnb } from '#format/format.ts'
import { deliveryOf, outcomeOf, totalsOf } from './news.ts'
import type { ResultMessages } from './result-messages.ts'

/** Text of the results: a headline, and a line that explains it. */
export type ResultText = { tone: 'won' | 'lost' | 'refunded'; headline: string; detail: string }

/** Returns the text for one result or several. */
export function resultText(trades: readonly Trade[], messages: ResultMessages): ResultText {
  const [first] = trades
  return first !== undefined && trades.length === 1
    ? textOfOne(first, messages)
    : textOfSeveral(trades, messages)
}

function textOfOne(trade: Trade, messages: ResultMessages): ResultText {
  const epoch = trade.epoch.toString()
  const outcome = outcomeOf(trade)
  switch (outcome.kind) {
    case 'won':
      return {
        tone: 'won',
        headline: messages.won({ amount: formatBnb(outcome.gain) }),
        detail: messages.round({ epoch }),
      }
    case 'lost': {
      const returned = formatBnb(outcome.returned)
      return {
        tone: 'lost',
        headline: messages.lost({ amount: formatBnb(outcome.lost) }),
        detail:
          outcome.returned === 0n
            ? messages.round({ epoch })
            : messages.partlyReturned({ epoch, returned }),
      }
    }
    case 'refunded':
      return {
        tone: 'refunded',
        headline: messages.refunded({ amount: formatBnb(outcome.returned) }),
        detail: messages.refundReason({ reason: REASONS[outcome.reason], epoch }),
      }
  }
}

/** The reasons as the message names them: an ICU argument has no hyphen. */
const REASONS = { 'one-sided': 'oneSided', tie: 'tie', 'no-price': 'noPrice' } as const

function textOfSeveral(trades: readonly Trade[], messages: ResultMessages): ResultText {
  const { won, lost, returned } = totalsOf(trades)
  const parts = [
    won > 0n && messages.wonPart({ amount: formatBnb(won) }),
    lost > 0n && messages.lostPart({ amount: formatBnb(lost) }),
    returned > 0n && messages.returnedPart({ amount: formatBnb(returned) }),
  ].filter((part) => part !== false)
  const tone = won > lost ? 'won' : lost > 0n ? 'lost' : 'refunded'
  const headline = messages.several({ count: trades.length, parts: parts.join(', ') })
  const detail = trades.map(({ epoch }) => `#${epoch}`).join(' ')
  return { tone, headline, detail }
}

/** Returns whether what can be collected is on its way or has arrived; null with nothing to collect. */
export function deliveryText(trades: readonly Trade[], messages: ResultMessages): string | null {
  const delivery = deliveryOf(trades)
  if (delivery === null) return null
  return delivery.kind === 'pending'
    ? messages.onItsWay
    : messages.sent({ amount: formatBnb(delivery.amount) })
}
