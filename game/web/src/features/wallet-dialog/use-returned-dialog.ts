import { type Hash, isHash } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { useConfig } from 'wagmi'
import { getConnection } from 'wagmi/actions'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { useMessages } from '#i18n/language.ts'
import { type Toast, useToastStore } from '#toasts/toast-store.ts'
import { WALLET_DIALOG_MESSAGES } from './wallet-dialog-messages.ts'

/** Time for a transaction to be in a block. */
const MINED_MS = 120_000

/** Returns a function that shows the outcome of a request which the wallet's dialog on a page before this one has sent. */
export function useReturnedDialog(what: 'transaction' | 'approval' | 'revocation') {
  const config = useConfig()
  const toasts = useToastStore()
  const messages = useMessages(WALLET_DIALOG_MESSAGES)
  const done: Toast = { level: 'success', text: messages[what] }
  const follow = async (hash: Hash): Promise<Toast> => {
    const client = config.getClient({ chainId: getConnection(config).chainId })
    const dismiss = toasts.showLasting({ level: 'info', text: messages.sent })
    try {
      const { status } = await waitForTransactionReceipt(client, { hash, timeout: MINED_MS })
      return status === 'success' ? done : { level: 'error', text: messages.reverted }
    } finally {
      dismiss()
    }
  }
  const outcomeOf = async (response: Promise<unknown>): Promise<Toast> => {
    try {
      const outcome = await response
      // The wallet has waited for the chain.
      if (what === 'revocation' && outcome !== null) return done
      if (typeof outcome === 'string' && isHash(outcome)) return await follow(outcome)
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
