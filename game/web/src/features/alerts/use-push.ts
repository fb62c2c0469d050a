import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { type AccountProof, useGameApi } from '#api/game-api.ts'
import { useAppConfig } from '#api/market/app-config.ts'
import { useNotificationState } from '#browser/notifications.ts'
import {
  canReceivePushes,
  type PushTexts,
  savePushTexts,
  subscribeBrowser,
} from '#browser/push-subscription.ts'
import { PUSH_REGISTRATION, registerPush } from '#chain/wallet/push-registration.ts'
import { useSessionToken } from '#chain/wallet/sign-in-session.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'

/**
 * Renews the subscription of this browser for an account in the market of the page, where it is switched on. The
 * sign-in session proves the account. Without one, the settings offer to sign a message.
 */
export function usePush(account: Address, { won, lost, refunded, round }: PushTexts): void {
  const api = useGameApi()
  const { pushKey } = useAppConfig()
  const token = useSessionToken(account)
  const { hasNotifications, hasPush } = useDeviceSettings()
  // Without permission, subscribing would open the browser's prompt, which only a switch may do.
  const isPermitted = useNotificationState() === 'granted'
  const isOn = hasNotifications && hasPush && isPermitted && canReceivePushes()
  // The settings show a failure. The next visit tries again.
  const { mutate: register } = useMutation({
    mutationKey: PUSH_REGISTRATION,
    mutationFn: ({ key, texts, proof }: { key: string; texts: PushTexts; proof: AccountProof }) =>
      registerPush(async () => {
        await savePushTexts(texts)
        await api.pushSubscribe(account, await subscribeBrowser(key), proof)
      }),
  })
  useEffect(() => {
    if (!isOn || pushKey === null) return
    const proof = token === null ? {} : { token }
    register({ key: pushKey, texts: { won, lost, refunded, round }, proof })
  }, [isOn, pushKey, token, register, won, lost, refunded, round])
}
