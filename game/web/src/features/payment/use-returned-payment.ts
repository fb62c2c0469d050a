import { type Hash, isHash } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { useConfig } from 'wagmi'
import { getConnection } from 'wagmi/actions'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { useMessages } from '#i18n/language.ts'
import { type Toast, useToastStore } from '#toasts/toast-store.ts'
import { PAYMENT_MESSAGES } from './payment-messages.ts'

/** Time for a transaction to be in a block. */
const MINED_MS = 120_000

/** Returns a function that shows the outcome of a transaction which a page before this one has asked for. */
export function useReturnedPayment() {
  const config = useConfig()
  const toasts = useToastStore()
  const messages = useMessages(PAYMENT_MESSAGES)
  const follow = async (hash: Hash): Promise<Toast> => {
    const dismiss = toasts.showLasting({ level: 'info', text: messages.sent })
    const client = config.getClient({ chainId: getConnection(config).chainId })
    try {
      const { status } = await waitForTransactionReceipt(client, { hash, timeout: MINED_MS })
      return status === 'success'
        ? { level: 'success', text: messages.confirmed }
        : { level: 'error', text: messages.reverted }
    } finally {
      dismiss()
    }
  }
  const outcomeOf = async (response: Promise<unknown>): Promise<Toast> => {
    try {
      const hash = await response
      if (typeof hash === 'string' && isHash(hash)) return await follow(hash)
    } catch (error) {
      const { kind } = await loadFailure(error)
      if (kind === 'rejected') return { level: 'info', text: messages.rejected }
    }
    return { level: 'info', text: messages.unknown }
  }
  return async (response: Promise<unknown>): Promise<void> => {
    toasts.show(await outcomeOf(response))
  }
}
