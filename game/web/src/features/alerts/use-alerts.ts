import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { useEffect, useRef, useState } from 'react'
import { prepareNotes } from '#browser/play-notes.ts'
import { sleep } from '#browser/sleep.ts'
import { useChainClock } from '#chain/clock/use-chain-time.ts'
import { playAlert, vibrateAlert } from '#settings/alert-signals.ts'
import { readSettings } from '#settings/device-settings.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'
import { announce } from './announce.ts'
import { type Alert, type BetStage, createStageWatch } from './stage-watch.ts'
import { type AlertsOf, takeAlerts } from './take-alerts.ts'

type AlertSource = {
  /** Returns the stages of the account's newest bets at a time. */
  stagesAt: (now: UnixSeconds) => ReadonlyMap<Epoch, BetStage>
  notify: (alert: Alert, isSilent: boolean) => void
}

/** Signals the changes of an account's bets while the page is open. */
export function useAlerts({ account, market }: AlertsOf, source: AlertSource): void {
  const clock = useChainClock()
  const [watch] = useState(createStageWatch)
  usePreparedSound()
  const update = () => {
    const now = clock.now()
    if (now === null) return
    announce(watch(source.stagesAt(now)), {
      settings: readSettings,
      isHidden: () => document.hidden,
      take: (found) => takeAlerts({ account, market }, found),
      play: playAlert,
      vibrate: vibrateAlert,
      notify: source.notify,
      delay: sleep,
    }).catch(() => undefined)
  }
  const latest = useRef(update)
  // New data counts at once: a bet may be a second old when its round locks.
  useEffect(() => {
    latest.current = update
    update()
  })
  useEffect(() => clock.subscribe(() => latest.current()), [clock])
}

const INPUTS = ['click', 'keydown'] as const

/** Prepares the sound at the first input, where it is switched on. */
function usePreparedSound(): void {
  const { hasSound } = useDeviceSettings()
  useEffect(() => {
    if (!hasSound) return
    const stop = new AbortController()
    const prepare = () => {
      prepareNotes()
      stop.abort()
    }
    for (const input of INPUTS) window.addEventListener(input, prepare, { signal: stop.signal })
    return () => stop.abort()
  }, [hasSound])
}
