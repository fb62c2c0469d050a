import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { type MessageTable, messagesOf } from '#core/messages.ts'
import type { Store } from '#core/store.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { COPY_MESSAGES } from './copy-messages.ts'

export const KitContext = createContext<WalletKit | null>(null)

/**
 * Returns the kit of the page.
 *
 * @throws without a `WalletKitProvider` above: a wiring mistake, not a state to handle.
 */
export function useKit(): WalletKit {
  const kit = useContext(KitContext)
  if (kit === null) throw new Error('This needs a <WalletKitProvider> above it')
  return kit
}

/** Returns a part of a store's state. `select` must return the same value while the state is the same. */
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part {
  const read = () => select(store.getState())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** Returns the current account, connectors and networks. */
export function useConnectionState() {
  const { connections } = useKit()
  return useSyncExternalStore(connections.subscribe, connections.getState, connections.getState)
}

/** Returns the texts of one area of the modal with the app's overrides applied. */
export function useMessages<table extends MessageTable>(area: string, table: table) {
  return messagesOf(table, useKit().options.messages[area])
}

/** Returns a function that copies a text and shows a toast. */
export function useCopy(): (text: string, copied: string) => void {
  const { toasts } = useKit()
  const { failed } = useMessages('copy', COPY_MESSAGES)
  return useCallback(
    (text, copied) => {
      const copying =
        navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))
      copying.then(
        () => toasts.show('success', copied),
        () => toasts.show('error', failed),
      )
    },
    [toasts, failed],
  )
}
