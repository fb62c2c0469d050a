import { useEffect } from 'react'
import type { Address } from 'viem'
import { useAppConfig } from '#api/app-config.ts'
import { useGameApi } from '#api/game-api.ts'
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
  const isOn = hasNotifications && hasPush && canReceivePushes()
  useEffect(() => {
    if (!isOn || pushKey === null) return
    const renew = async () => {
      await savePushTexts({ won, lost, refunded, round })
      const subscription = await subscribeBrowser(pushKey)
      await api.pushSubscribe(account, subscription)
    }
    // The next visit tries again.
    renew().catch(() => undefined)
  }, [isOn, pushKey, api, account, won, lost, refunded, round])
}
