import type { Address } from 'viem'
import { useConfig } from 'wagmi'
import { getConnection } from 'wagmi/actions'
import { useAppConfig } from '#api/market/app-config.ts'
import { symbolOf } from '#api/market/market-config.ts'
import { formatAddress } from '#format/format.ts'
import { type Toast, useToastStore } from '#toasts/toast-store.ts'

type ShowToast = (account: Address, toast: Toast, symbol?: string) => void

/**
 * Returns a function that shows the result of an account's request, which may be in one market. It names the account if the
 * wallet has switched to another one meanwhile, and the market if the page shows another one by then.
 */
export function useAccountToast(): ShowToast {
  const config = useConfig()
  const { markets } = useAppConfig()
  const toasts = useToastStore()
  return (account, toast, symbol) => {
    const { address = account } = getConnection(config)
    const isOther = address.toLowerCase() !== account.toLowerCase()
    // The component that sent the request may have been unmounted: its context would be that of the market before.
    const isElsewhere = symbol !== undefined && symbol !== symbolOf(window.location.search, markets)
    const names = [isOther && formatAddress(account), isElsewhere && symbol].filter(isText)
    if (names.length === 0) return toasts.show(toast)
    toasts.show({ ...toast, detail: [...names, toast.detail].filter(isText).join(': ') })
  }
}

function isText(part: string | false | undefined): part is string {
  return typeof part === 'string'
}
