import { useKitAccount } from '#react/account/use-kit-account.ts'
import { TransactionList } from './transaction-list.tsx'

/** The activity of the account as a separate view. */
export function Transactions() {
  const account = useKitAccount()
  if (account === null || account.network === null) return null
  return <TransactionList address={account.address} network={account.network} />
}
