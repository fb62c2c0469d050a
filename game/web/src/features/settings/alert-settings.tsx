import { useState } from 'react'
import {
  type NotificationState,
  openWorker,
  requestNotifications,
  useNotificationState,
} from '#browser/notifications.ts'
import { canVibrate } from '#browser/vibration.ts'
import { useMessages } from '#i18n/language.ts'
import type { MessagesOf } from '#i18n/message.ts'
import { ALERT_KINDS, type AlertKind, playAlert, vibrateAlert } from '#settings/alert-signals.ts'
import { changeSettings } from '#settings/device-settings.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { PushSetting, useSwitchOffPush } from './push-setting.tsx'
import styles from './settings-dialog.module.css'
import { SETTINGS_MESSAGES } from './settings-messages.ts'

/** Settings of the alerts for locks and results. */
export function AlertSettings() {
  const messages = useMessages(SETTINGS_MESSAGES)
  const { hasNotifications } = useDeviceSettings()
  const state = useNotificationState()
  return (
    <fieldset className={styles['group']}>
      <legend>{messages.alerts}</legend>
      <p className={styles['hint']}>{messages.alertsHint}</p>
      <SoundSetting />
      {canVibrate() && <VibrationSetting />}
      <NotificationSetting />
      {hasNotifications && state === 'granted' && <PushSetting />}
    </fieldset>
  )
}

function SoundSetting() {
  const messages = useMessages(SETTINGS_MESSAGES)
  const { hasSound } = useDeviceSettings()
  const [tried, setTried] = useState<AlertKind | null>(null)
  const tryNext = () => {
    const next = ALERT_KINDS[tried === null ? 0 : ALERT_KINDS.indexOf(tried) + 1]
    const kind = next ?? ALERT_KINDS[0]
    playAlert(kind)
    setTried(kind)
  }
  return (
    <Switch
      label={messages.sound}
      hint={tried === null ? messages.soundHint : messages.soundOf({ kind: tried })}
      isOn={hasSound}
      onChange={(isOn) => changeSettings({ hasSound: isOn })}
      beside={
        <Button tone="quiet" size="small" aria-label={messages.trySoundLabel} onClick={tryNext}>
          {messages.trySound}
        </Button>
      }
    />
  )
}

function VibrationSetting() {
  const messages = useMessages(SETTINGS_MESSAGES)
  const { hasVibration } = useDeviceSettings()
  const change = (isOn: boolean) => {
    changeSettings({ hasVibration: isOn })
    if (isOn) vibrateAlert('won')
  }
  return (
    <Switch
      label={messages.vibration}
      hint={messages.vibrationHint}
      isOn={hasVibration}
      onChange={change}
    />
  )
}

function NotificationSetting() {
  const messages = useMessages(SETTINGS_MESSAGES)
  const { hasNotifications } = useDeviceSettings()
  const state = useNotificationState()
  const [wasAsked, setWasAsked] = useState(false)
  const switchOffPush = useSwitchOffPush()
  const switchOn = async () => {
    const decided = await requestNotifications()
    setWasAsked(true)
    if (decided !== 'granted') return
    changeSettings({ hasNotifications: true })
    await openWorker()
  }
  const switchOff = () => {
    changeSettings({ hasNotifications: false })
    switchOffPush()
  }
  const change = (isOn: boolean) => {
    if (isOn) switchOn().catch(() => undefined)
    else switchOff()
  }
  return (
    <Switch
      label={messages.notifications}
      hint={notificationHint(state, wasAsked, messages)}
      isOn={hasNotifications && state === 'granted'}
      isDisabled={state !== 'granted' && state !== 'default'}
      onChange={change}
    />
  )
}

function notificationHint(
  state: NotificationState,
  wasAsked: boolean,
  messages: MessagesOf<typeof SETTINGS_MESSAGES>,
): string {
  switch (state) {
    case 'unsupported':
      return messages.notificationsUnsupported
    case 'needs-install':
      return messages.notificationsNeedInstall
    case 'denied':
      return messages.notificationsDenied
    case 'default':
      return wasAsked ? messages.notificationsUndecided : messages.notificationsHint
    case 'granted':
      return messages.notificationsHint
  }
}
