import type { Wei } from '@bullring/prediction/units'
import { useEffect, useState } from 'react'
import { formatBnb, formatMoment } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import type { MessagesOf } from '#i18n/message.ts'
import { changeSettings, readSettings } from './device-settings.ts'
import { LIMIT_MESSAGES } from './limit-messages.ts'
import { type Allowance, allowance, refusalOf, withoutStake, withStake } from './play-limits.ts'
import { useDeviceSettings } from './use-device-settings.ts'

const REFRESH_MS = 1_000

type BetLimit = {
  /** Returns the reason why the player's own limits do not allow a bet of `amount`; null when they do. */
  problem: (amount: Wei) => string | null
  /** Whether the limits allow a bet of `amount` now, after all that other tabs have counted. */
  isAllowed: (amount: Wei) => boolean
  /** Counts a placed bet. */
  recordStake: (amount: Wei) => void
  /** Counts a bet no longer that was not placed after all. */
  takeBackStake: (amount: Wei) => void
}

/**
 * Applies the player's own limits, which are kept on this device.
 *
 * @param most - The operator's limit of stakes per day; null for none.
 */
export function useBetLimit(most: Wei | null): BetLimit {
  const messages = useMessages(LIMIT_MESSAGES)
  const language = useLanguage()
  const { limits } = useDeviceSettings()
  const allowed = allowance(limits, useNow(), most)
  return {
    problem: (amount) => limitProblem(allowed, amount, { messages, language }),
    isAllowed: (amount) => isAllowed(amount, most),
    recordStake,
    takeBackStake,
  }
}

type Wording = { messages: MessagesOf<typeof LIMIT_MESSAGES>; language: string }

function limitProblem(
  allowed: Allowance,
  amount: Wei,
  { messages, language }: Wording,
): string | null {
  const refusal = refusalOf(allowed, amount)
  if (refusal === null) return null
  if (refusal.kind === 'break')
    return messages.onBreak({ time: formatMoment(refusal.untilMs, language) })
  const { left } = refusal
  return left === 0n ? messages.limitReached : messages.overLimit({ left: formatBnb(left) })
}

function isAllowed(amount: Wei, most: Wei | null): boolean {
  return refusalOf(allowance(readSettings().limits, Date.now(), most), amount) === null
}

function recordStake(amount: Wei): void {
  changeSettings({ limits: withStake(readSettings().limits, amount, Date.now()) })
}

function takeBackStake(amount: Wei): void {
  changeSettings({ limits: withoutStake(readSettings().limits, amount, Date.now()) })
}

/** Breaks end and days begin while the dialog is open. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
