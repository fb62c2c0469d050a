import type { AnyTransaction } from '@bullring/wire/blockchain-api/history-page'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { shownTransactions } from '#core/account/transactions.ts'
import { useAccountParts } from '#react/account-parts.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { TRANSACTION_MESSAGES } from './transaction-messages.ts'

export type History = {
  transactions: readonly AnyTransaction[]
  status: 'loading' | 'ready' | 'failed'
  /** Cursor of the page to come; null when there is none. */
  next: string | null
}

const EMPTY: History = { transactions: [], status: 'loading', next: null }

/** An account's transactions, page after page. */
export function useHistory(account: Address, chainId: number) {
  const { api } = useAccountParts()
  const { events, toasts } = useKit()
  const messages = useMessages('transactions', TRANSACTION_MESSAGES)
  const [history, setHistory] = useState<History>(EMPTY)
  const controller = useRef<AbortController | null>(null)

  const load = useCallback(
    async (cursor: string | null) => {
      controller.current?.abort()
      const current = new AbortController()
      controller.current = current
      setHistory((before) => (cursor === null ? EMPTY : { ...before, status: 'loading' }))
      try {
        const query = { account, chainId, cursor, signal: current.signal }
        const page = (await api?.getHistory(query)) ?? { data: [], next: null }
        if (current.signal.aborted) return
        setHistory((before) => ({
          transactions: merge(before.transactions, shownTransactions(page.data, chainId)),
          status: 'ready',
          next: page.next,
        }))
      } catch {
        if (current.signal.aborted) return
        setHistory((before) => ({ ...before, next: cursor, status: 'failed' }))
        events.emit({ event: 'ERROR_FETCH_TRANSACTIONS' })
        toasts.show('error', messages.failed)
      }
    },
    [account, chainId, api, events, toasts, messages.failed],
  )
  useEffect(() => {
    void load(null)
    return () => controller.current?.abort()
  }, [load])

  const loadMore = useCallback(() => {
    if (history.status === 'loading') return
    if (history.next !== null) events.emit({ event: 'LOAD_MORE_TRANSACTIONS' })
    void load(history.next)
  }, [history, events, load])
  return { ...history, loadMore }
}

/** A transaction that came in while paging moves the pages: none is shown twice. */
function merge(
  before: readonly AnyTransaction[],
  page: readonly AnyTransaction[],
): readonly AnyTransaction[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...page.filter(({ id }) => !known.has(id))]
}
