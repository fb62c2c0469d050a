import type { Wei } from '@bullring/prediction/units'
import { useEffect, useState } from 'react'
import { changeSettings, readSettings } from './device-settings.ts'
import { type Allowance, allowance, withStake } from './play-limits.ts'
import { useDeviceSettings } from './use-device-settings.ts'

const REFRESH_MS = 1_000

type BetLimit = Allowance & {
  /** Counts a placed bet. */
  recordStake: (amount: Wei) => void
}

/**
 * Returns what the player's own limits still allow.
 *
 * @example
 * const { left, breakUntilMs, recordStake } = useBetLimit()
 * const text = limitText({ left, breakUntilMs }, amount, messages) // null when the bet is allowed
 */
export function useBetLimit(): BetLimit {
  const { limits } = useDeviceSettings()
  const nowMs = useNow()
  return { ...allowance(limits, nowMs), recordStake }
}

function recordStake(amount: Wei): void {
  changeSettings({ limits: withStake(readSettings().limits, amount, Date.now()) })
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
