import type { Wei } from '@bullring/prediction/units'
import { useEffect, useRef } from 'react'
import { type Trade, tradeKey } from '#api/trade/trade.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { PAYOUT_MESSAGES } from './payout-messages.ts'

/** Bets that could be collected when the page last saw them, with the amount. */
type Unpaid = ReadonlyMap<string, Wei>

/**
 * Says so when a payment has arrived.
 *
 * @param trades - The account's bets.
 * @param isCollectedHere - Whether the visitor has collected a bet on this page.
 */
export function usePaymentNotice(
  isOn: boolean,
  trades: readonly Trade[],
  isCollectedHere: (trade: Trade) => boolean,
): void {
  const messages = useMessages(PAYOUT_MESSAGES)
  const toasts = useToastStore()
  const unpaid = useRef<Unpaid>(new Map())
  const isOwn = useRef(isCollectedHere)
  useEffect(() => {
    isOwn.current = isCollectedHere
  })
  useEffect(() => {
    const before = unpaid.current
    unpaid.current = unpaidOf(trades)
    const paid = trades.filter((trade) => trade.isClaimed && !isOwn.current(trade))
    const amount = paid.reduce((sum, trade) => sum + (before.get(tradeKey(trade)) ?? 0n), 0n) as Wei
    if (isOn && amount > 0n)
      toasts.show({ level: 'success', text: messages.sent({ amount: formatBnb(amount) }) })
  }, [isOn, trades, toasts, messages])
}

function unpaidOf(trades: readonly Trade[]): Unpaid {
  return new Map(
    trades
      .filter(({ claimAmount }) => claimAmount > 0n)
      .map((trade) => [tradeKey(trade), trade.claimAmount]),
  )
}
