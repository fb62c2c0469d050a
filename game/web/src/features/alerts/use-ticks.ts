import type { UnixSeconds } from '@bullring/prediction/units'
import { useEffect } from 'react'
import { useChainClock } from '#chain/clock/use-chain-time.ts'
import { playTick, vibrateTick } from '#settings/alert-signals.ts'
import { readSettings } from '#settings/device-settings.ts'

/** The last seconds to bet, as many as the clock beats. */
const TICKING_SECONDS = 10

/**
 * Counts down the last seconds before the lock of a round with the visitor's bet, in the ways that this device has
 * switched on. A page in the background is silent.
 *
 * @param lock - Null without such a bet.
 */
export function useTicks(lock: UnixSeconds | null): void {
  const clock = useChainClock()
  useEffect(() => {
    if (lock === null) return
    let last = 0
    return clock.subscribe(() => {
      const now = clock.now()
      if (now === null || now === last || document.hidden) return
      last = now
      tick(lock - now)
    })
  }, [clock, lock])
}

function tick(secondsLeft: number): void {
  if (secondsLeft < 1 || secondsLeft > TICKING_SECONDS) return
  const { hasSound, hasVibration } = readSettings()
  if (hasSound) playTick(secondsLeft)
  if (hasVibration) vibrateTick()
}
