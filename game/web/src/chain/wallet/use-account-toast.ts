import type { Address } from 'viem'
import { useConfig } from 'wagmi'
import { getConnection } from 'wagmi/actions'
import { formatAddress } from '#format/format.ts'
import { type Toast, useToastStore } from '#toasts/toast-store.ts'

/**
 * Returns a function that shows the result of an account's request. It names the account if the wallet has switched to
 * another one meanwhile.
 */
export function useAccountToast(): (account: Address, toast: Toast) => void {
  const config = useConfig()
  const toasts = useToastStore()
  return (account, toast) => {
    const { address = account } = getConnection(config)
    if (address.toLowerCase() === account.toLowerCase()) return toasts.show(toast)
    const parts = [formatAddress(account), toast.detail].filter((part) => part !== undefined)
    toasts.show({ ...toast, detail: parts.join(': ') })
  }
}
