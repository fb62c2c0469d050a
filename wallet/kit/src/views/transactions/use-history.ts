import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { historyQuery } from '#core/account/account-queries.ts'
import { withPending } from '#core/account/history/pending-transactions.ts'
import { shownTransactions } from '#core/account/history/transactions.ts'
import { isNotOffered } from '#core/service/refusal.ts'
import { uniqueById } from '#core/unique-by-id.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit, useMessages, useStore } from '#react/kit-context.ts'
import { TRANSACTION_MESSAGES } from './transaction-messages.ts'

export type History = {
  transactions: readonly AnyTransaction[]
  status: 'loading' | 'ready' | 'failed' | 'notOffered'
  /** Cursor of the page to come; null when there is none. */
  next: string | null
  loadMore: () => void
}

/** Loads an account's transactions page by page, and reports failures by a toast. */
export function useHistory(account: Address, chainId: number): History {
  const { pending, service } = useAccountDeps()
  const sent = useStore(pending, ({ transactions }) => transactions)
  const { events, queryClient, toasts } = useKit()
  const messages = useMessages('transactions', TRANSACTION_MESSAGES)
  const query = useInfiniteQuery(historyQuery(service, { account, chainId }), queryClient)
  const { data, error, errorUpdatedAt, hasNextPage, fetchNextPage, refetch } = query
  const isLoading = query.isLoading || query.isFetchingNextPage || (!data && query.isRefetching)
  // A failed refresh leaves the transactions on screen. The next one follows.
  const isFailed = query.isError && (!data || query.isFetchNextPageError)
  const isMissing = isFailed && !data && isNotOffered(error)
  const isReported = isFailed && !isMissing

  useEffect(() => {
    if (!isReported || errorUpdatedAt === 0) return
    events.emit({ event: 'ERROR_FETCH_TRANSACTIONS' })
    toasts.show('error', messages.failed)
  }, [isReported, errorUpdatedAt, events, toasts, messages.failed])

  const loadMore = () => {
    if (isLoading) return
    if (!hasNextPage) return void refetch()
    events.emit({ event: 'LOAD_MORE_TRANSACTIONS' })
    void fetchNextPage()
  }
  const pages = data?.pages ?? []
  return {
    // A new transaction shifts the pages, so that one may be on two of them.
    transactions: shownTransactions(
      withPending(uniqueById(pages.flatMap((page) => page.data)), sent, account),
      chainId,
    ),
    status: isLoading ? 'loading' : isMissing ? 'notOffered' : isFailed ? 'failed' : 'ready',
    next: pages.at(-1)?.next ?? null,
    loadMore,
  }
}
