import type { FrameUser } from '@bullring/login-api/frame-messages/user'
import { createStore, type WritableStore } from '#core/store.ts'

/** An account of the embedded wallet: its key itself, or the contract that the key owns. */
export type EmbeddedAccount = NonNullable<FrameUser['accounts']>[number]

export type EmbeddedAccountType = EmbeddedAccount['type']

type AccountsState = {
  /** Accounts on the chain in use. The first is the account in use. */
  accounts: readonly EmbeddedAccount[]
  /** Chains on which the user may choose between the two. */
  choiceChainIds: readonly number[]
  /** Whether the account in use is a smart account that has been deployed on the chain in use. */
  isSmartAccountDeployed: boolean
}

/** State before the frame has named any account. */
export const NO_ACCOUNTS: AccountsState = {
  accounts: [],
  choiceChainIds: [],
  isSmartAccountDeployed: false,
}

/** The accounts of the embedded wallet, as its frame last named them. */
export type EmbeddedAccounts = WritableStore<AccountsState>

export function createEmbeddedAccounts(): EmbeddedAccounts {
  return createStore<AccountsState>(NO_ACCOUNTS)
}
