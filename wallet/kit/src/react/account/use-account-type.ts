import type { EmbeddedAccountType } from '#core/embedded/embedded-accounts.ts'
import { useConnectionState, useStore } from '../kit-context.ts'
import { useEmbeddedWallet } from '../login/use-embedded-wallet.ts'
import { NO_WALLET } from './use-account-choice.ts'

/** Returns the type of the account in use. Wallets other than the embedded one have no types (`eoa`). */
export function useAccountType(): EmbeddedAccountType {
  const { connection } = useConnectionState()
  const wallet = useEmbeddedWallet(connection.connector?.type === 'AUTH')
  const { accounts } = useStore(wallet?.accounts ?? NO_WALLET, (all) => all)
  return accounts[0]?.type ?? 'eoa'
}
