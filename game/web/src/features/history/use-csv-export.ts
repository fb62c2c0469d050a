import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { pageAfter, useGameApi } from '#api/game-api.ts'
import { cursorAfter, type Trade, type TradeCursor } from '#api/trade/trade.ts'
import { tradesCsv } from './trades-csv.ts'

/** Size of a page: the API's maximum. */
const PAGE = 200

export type CsvExport = {
  isRunning: boolean
  hasFailed: boolean
  /** Bets that have loaded. */
  loaded: number
  start: () => void
}

/** Loads all bets of the account page by page and saves them as a file. Unmounting stops it. */
export function useCsvExport(account: Address): CsvExport {
  const loadPage = useLoadPage(account)
  const [loaded, setLoaded] = useState(0)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      const { signal } = stop.current
      const trades: Trade[] = []
      setLoaded(0)
      for await (const page of pagesOf(loadPage, signal)) {
        trades.push(...page)
        setLoaded(trades.length)
      }
      if (signal.aborted) return
      saveFile(fileName(account), tradesCsv(trades), 'text/csv;charset=utf-8')
    },
  })
  return { isRunning: isPending, hasFailed: isError, loaded, start: () => mutate() }
}

type LoadPage = (cursor: TradeCursor, signal: AbortSignal) => Promise<Trade[]>

/** Retries as all queries do. Keeps nothing in the cache. */
function useLoadPage(account: Address): LoadPage {
  const api = useGameApi()
  const client = useQueryClient()
  return (cursor, signal) =>
    client.fetchQuery({
      queryKey: ['trades', 'export', api.symbol, account, Object.entries(cursor).flat().join(' ')],
      queryFn: () => api.tradesByUser({ account, limit: PAGE, ...pageAfter(api, cursor) }, signal),
      staleTime: 0,
      gcTime: 0,
    })
}

async function* pagesOf(loadPage: LoadPage, signal: AbortSignal): AsyncGenerator<Trade[]> {
  let cursor: TradeCursor = {}
  while (!signal.aborted) {
    const page: Trade[] = await loadPage(cursor, signal)
    yield page
    if (page.length < PAGE) return
    cursor = cursorAfter(page, cursor)
  }
}

/** "bullring-0x1234abcd-2026-11-22.csv". */
function fileName(account: Address): string {
  return `bullring-${account.slice(0, 10)}-${new Date().toISOString().slice(0, 10)}.csv`
}

/** Saves text as a file of the visitor, as a download does. */
function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
