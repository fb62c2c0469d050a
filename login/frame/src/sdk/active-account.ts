import type { CustodyWallet } from '@bullring/login-api/custody-api/session'
import type { AccountType, AccountTypes } from './account-types.ts'
import type { SelectedChain } from './chain-id.ts'

/** The account that a site sees on its chain. */
export type ActiveAccount = { type: AccountType; address: string }

/** Returns the account in use on `chain`. */
export async function activeAccount(
  accountTypes: AccountTypes,
  wallet: CustodyWallet,
  chain: SelectedChain,
): Promise<ActiveAccount> {
  if (typeof chain !== 'number') return { type: 'eoa', address: wallet.solana }
  const type = await accountTypes.of(chain, wallet)
  return { type, address: type === 'eoa' ? wallet.evm : await smartAccountOf(wallet) }
}

/** Returns the address of the wallet's smart account, which is the same before its deployment. */
export async function smartAccountOf({ evm }: CustodyWallet): Promise<string> {
  const { accountAddress } = await import('@bullring/smart-account/account-address')
  return accountAddress(evm)
}
