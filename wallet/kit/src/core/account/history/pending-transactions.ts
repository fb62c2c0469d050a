import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import type { Hex } from 'viem'
import type { ChainAccess } from '#core/chain-access.ts'
import { createStore, type Store } from '#core/store.ts'

/** R-ACCOUNT-8. The oldest are forgotten. */
const MAX_PENDING = 99

/** Transactions sent from this page. The history lists each once it is indexed. */
export type PendingTransactions = Store<{ transactions: readonly AnyTransaction[] }> & {
  /**
   * Lists a transaction until the page is left, and waits until it is mined. Returns false when it reverted. An
   * unreachable node does not mean that.
   */
  track: (hash: Hex, chainId: number, transaction: AnyTransaction) => Promise<boolean>
}

/** @param onMined - Called when a transaction is mined, also when it reverted. */
export function createPendingTransactions(
  chain: Pick<ChainAccess, 'isMined'>,
  onMined: () => void = () => undefined,
): PendingTransactions {
  const store = createStore<{ transactions: readonly AnyTransaction[] }>({ transactions: [] })
  const update = (change: (known: readonly AnyTransaction[]) => readonly AnyTransaction[]) =>
    store.setState({ transactions: change(store.getState().transactions) })
  return {
    ...store,
    track: async (hash, chainId, transaction) => {
      update((known) => [transaction, ...known].slice(0, MAX_PENDING))
      const isSuccess = await chain.isMined(hash, chainId).catch(() => null)
      if (isSuccess === null) return true
      const metadata = {
        ...transaction.metadata,
        status: isSuccess ? 'confirmed' : 'failed',
      } as const
      update((known) => known.map((each) => (each === transaction ? { ...each, metadata } : each)))
      onMined()
      return isSuccess
    },
  }
}

/** Adds the account's pending transactions that the history does not list yet. */
export function withPending(
  history: readonly AnyTransaction[],
  pending: readonly AnyTransaction[],
  account: string,
): readonly AnyTransaction[] {
  const listed = new Set(history.map(({ metadata: { hash } }) => hash.toLowerCase()))
  const missing = pending.filter(
    ({ metadata: { hash, sentFrom } }) =>
      sentFrom.toLowerCase() === account.toLowerCase() && !listed.has(hash.toLowerCase()),
  )
  return [...missing, ...history]
}
