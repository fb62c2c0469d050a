import { useEffect, useRef } from 'react'
import type { Address } from 'viem'
import type { PayoutSwitch } from '#api/game-api.ts'
import { openStorage } from '#browser/open-storage.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { PAYOUT_MESSAGES } from './payout-messages.ts'
import { useChangePayoutSwitch } from './use-payout-switch.ts'

/** Offers the switch after the first win that this device sees of an account, once. */
export function usePayoutOffer(
  account: Address,
  state: PayoutSwitch | undefined,
  hasWon: boolean,
): void {
  const messages = useMessages(PAYOUT_MESSAGES)
  const toasts = useToastStore()
  const { mutateAsync } = useChangePayoutSwitch(account)
  const switchOn = async () => {
    const problem = await mutateAsync(true)
    if (problem === null) toasts.show({ level: 'success', text: messages.isOn })
    else toasts.show({ level: 'error', text: messages[problem] })
  }
  const latest = useRef(switchOn)
  useEffect(() => {
    latest.current = switchOn
  })
  const isDue = hasWon && state?.isOffered === true && !state.isOn
  useEffect(() => {
    if (!isDue || !takeOffer(account)) return
    toasts.show({
      level: 'info',
      text: messages.offer,
      detail: messages.hint,
      action: { label: messages.switchOn, run: () => void latest.current() },
    })
  }, [isDue, account, toasts, messages])
}

/** Returns whether the offer was not made on this device before, and records it. */
function takeOffer(account: Address): boolean {
  const key = `bullring.payout-offer.${account}`.toLowerCase()
  const storage = openStorage(window, 'localStorage')
  if (storage.getItem(key) !== null) return false
  storage.setItem(key, 'made')
  return true
}
