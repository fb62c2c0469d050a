import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { useState } from 'react'
import {
  type EmbeddedAccount,
  type EmbeddedAccountType,
  NO_ACCOUNTS,
} from '#core/embedded/embedded-accounts.ts'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { createStore } from '#core/store.ts'
import { useKit, useMessages, useStore } from '../kit-context.ts'
import { useEmbeddedWallet } from '../login/use-embedded-wallet.ts'
import { SETTINGS_MESSAGES } from './settings-messages.ts'

/** The accounts that the user of the embedded wallet may choose from. */
export type AccountChoice = {
  /** The first one is in use. */
  accounts: readonly EmbeddedAccount[]
  isSwitching: boolean
  switchTo: (type: EmbeddedAccountType) => void
}

/** Accounts of a wallet that has not loaded. */
export const NO_WALLET = createStore(NO_ACCOUNTS)

/** Returns the choice on the current network; null where there is none. */
export function useAccountChoice(): AccountChoice | null {
  const wallet = useEmbeddedWallet()
  const state = useStore(wallet?.accounts ?? NO_WALLET, (all) => all)
  const [isSwitching, setSwitching] = useState(false)
  const switchAccount = useSwitch()
  const chainId = wallet?.record.lastChain()
  if (wallet === null || chainId == null || !state.choiceChainIds.includes(chainId)) return null
  const switchTo = (type: EmbeddedAccountType) => {
    setSwitching(true)
    void switchAccount(wallet, { type, chainId }).finally(() => setSwitching(false))
  }
  return { accounts: state.accounts, isSwitching, switchTo }
}

/** Returns the function that switches, and reports a failure in a toast. */
function useSwitch() {
  const { events, toasts } = useKit()
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  return async (
    wallet: EmbeddedWallet,
    { type, chainId }: { type: EmbeddedAccountType; chainId: number },
  ) => {
    try {
      await wallet.setPreferredAccount(type)
      const properties = { accountType: type, network: toCaipNetworkId(chainId) }
      events.emit({ event: 'SET_PREFERRED_ACCOUNT_TYPE', properties })
    } catch {
      toasts.show('error', messages.notSwitched)
    }
  }
}
