import { type Hash, isHash } from 'viem'
import { useConfig } from 'wagmi'
import { getConnection } from 'wagmi/actions'
import { hasSucceeded } from '#chain/contract/has-succeeded.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { useMessages } from '#i18n/language.ts'
import { type Toast, useToastStore } from '#toasts/toast-store.ts'
import { WALLET_DIALOG_MESSAGES } from './wallet-dialog-messages.ts'

/** Returns a function that shows the outcome of a request which the wallet's dialog on a page before this one has sent. */
export function useReturnedDialog(what: 'transaction' | 'approval' | 'revocation') {
  const config = useConfig()
  const toasts = useToastStore()
  const messages = useMessages(WALLET_DIALOG_MESSAGES)
  const done: Toast = { level: 'success', text: messages[what] }
  const follow = async (hash: Hash): Promise<Toast> => {
    const client = config.getClient({ chainId: getConnection(config).chainId })
    const dismiss = toasts.showLasting({ level: 'info', text: messages.sent })
    const isDone = await hasSucceeded(client, hash)
    dismiss()
    if (isDone === null) return { level: 'info', text: messages.unknown }
    return isDone ? done : { level: 'error', text: messages.reverted }
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
