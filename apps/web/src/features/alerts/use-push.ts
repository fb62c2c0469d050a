import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { useAppConfig } from '#api/app-config.ts'
import { useGameApi } from '#api/game-api.ts'
import { PUSH_REGISTRATION } from '#api/push-registration.ts'
import { useNotificationState } from '#browser/notifications.ts'
import {
  canReceivePushes,
  type PushTexts,
  savePushTexts,
  subscribeBrowser,
} from '#browser/push-subscription.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'

/** Renews the subscription of this browser for an account in the market of the page, where it is switched on. */
export function usePush(account: Address, { won, lost, refunded, round }: PushTexts): void {
  const api = useGameApi()
  const { pushKey } = useAppConfig()
  const { hasNotifications, hasPush } = useDeviceSettings()
  // Without permission, subscribing would open the browser's prompt, which only a switch may do.
  const isPermitted = useNotificationState() === 'granted'
  const isOn = hasNotifications && hasPush && isPermitted && canReceivePushes()
  // The settings show a failure; the next visit tries again.
  const { mutate: register } = useMutation({
    mutationKey: PUSH_REGISTRATION,
    mutationFn: async ({ key, texts }: { key: string; texts: PushTexts }) => {
      await savePushTexts(texts)
      await api.pushSubscribe(account, await subscribeBrowser(key))
    },
  })
  useEffect(() => {
    if (!isOn || pushKey === null) return
    register({ key: pushKey, texts: { won, lost, refunded, round } })
  }, [isOn, pushKey, register, won, lost, refunded, round])
}
