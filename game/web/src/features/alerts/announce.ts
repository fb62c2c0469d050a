import type { AlertKind } from '#settings/alert-signals.ts'
import type { DeviceSettings } from '#settings/device-settings.ts'
import type { Alert } from './stage-watch.ts'

export type AnnounceDeps = {
  settings: () => Pick<DeviceSettings, 'hasSound' | 'hasVibration' | 'hasNotifications'>
  isHidden: () => boolean
  /** Returns the alerts that no other tab has announced. */
  take: (alerts: readonly Alert[]) => Promise<readonly Alert[]>
  play: (kind: AlertKind) => void
  vibrate: (kind: AlertKind) => void
  notify: (alert: Alert, isSilent: boolean) => void
  delay: (milliseconds: number) => Promise<unknown>
}

/** A hidden tab leaves alerts to one in view, which may notice them a little later. */
const HIDDEN_DELAY_MS = 1_500

/** Alerts by priority: of several due alerts, only the first in this list makes a sound. */
const LOUDEST_FIRST: readonly AlertKind[] = ['won', 'refunded', 'lost', 'locked']

/** Signals alerts in the ways that this device has switched on: once, in one tab. */
export async function announce(alerts: readonly Alert[], deps: AnnounceDeps): Promise<void> {
  const { settings, isHidden, take, play, vibrate, notify, delay } = deps
  if (alerts.length === 0) return
  if (isHidden()) await delay(HIDDEN_DELAY_MS)
  const taken = await take(alerts)
  const loudest = LOUDEST_FIRST.find((kind) => taken.some((alert) => alert.kind === kind))
  if (loudest === undefined) return
  const { hasSound, hasVibration, hasNotifications } = settings()
  if (hasSound) play(loudest)
  if (hasVibration) vibrate(loudest)
  if (hasNotifications && isHidden()) for (const alert of taken) notify(alert, hasSound)
}
