import { useState } from 'react'
import { useGameApi } from '#api/game-api.ts'
import { useAppConfig } from '#api/market/app-config.ts'
import {
  canReceivePushes,
  subscribeBrowser,
  unsubscribeBrowser,
} from '#browser/push-subscription.ts'
import { type PushProblem, usePushProblem } from '#chain/wallet/push-registration.ts'
import { useMessages } from '#i18n/language.ts'
import { changeSettings } from '#settings/device-settings.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { ConfirmPush } from './confirm-push.tsx'
import { SETTINGS_MESSAGES } from './settings-messages.ts'

const HINTS = {
  unproven: 'pushUnproven',
  declined: 'pushDeclined',
  cannotSign: 'pushCannotSign',
  unregistered: 'pushUnregistered',
} as const satisfies Record<PushProblem, string>

/** Notifications while no page is open; nothing where the operator or the browser has none. */
export function PushSetting() {
  const messages = useMessages(SETTINGS_MESSAGES)
  const { pushKey } = useAppConfig()
  const { hasPush } = useDeviceSettings()
  const [hasFailed, setFailed] = useState(false)
  const problem = usePushProblem()
  const switchOff = useSwitchOffPush()
  if (pushKey === null || !canReceivePushes()) return null
  const switchOn = async () => {
    setFailed(false)
    await subscribeBrowser(pushKey)
    changeSettings({ hasPush: true })
  }
  const change = (isOn: boolean) => {
    if (isOn) switchOn().catch(() => setFailed(true))
    else switchOff()
  }
  return (
    <Switch
      label={messages.push}
      hint={messages[hasFailed ? 'pushFailed' : hasPush && problem ? HINTS[problem] : 'pushHint']}
      isOn={hasPush}
      beside={
        hasPush &&
        (problem === 'unproven' || problem === 'declined') && <ConfirmPush pushKey={pushKey} />
      }
      onChange={change}
    />
  )
}

/** Returns a function that ends the messages to this browser, here and at our server. */
export function useSwitchOffPush(): () => void {
  const api = useGameApi()
  return () => {
    changeSettings({ hasPush: false })
    unsubscribeBrowser()
      .then((endpoint) => endpoint !== null && api.pushUnsubscribe(endpoint))
      // The push service refuses further messages, and then our server forgets the browser.
      .catch(() => undefined)
  }
}
