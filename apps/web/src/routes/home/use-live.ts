import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { useGameApi } from '#api/game-api.ts'

/** The first numbers come by polling; the stream joins in when they stand. */
const CONNECT_AFTER_MS = 1_000

/** Keeps all data live by the server's events. Without them, polling goes on as it does anyway. */
export function useLive(account: Address | null): void {
  const client = useQueryClient()
  const api = useGameApi()
  useEffect(() => {
    const stop = new AbortController()
    const connect = async () => {
      const { connectLive } = await import('./live-connection.ts')
      if (!stop.signal.aborted) connectLive(client, api, account, stop.signal)
    }
    const timer = setTimeout(() => {
      // A part that cannot be loaded is no loss: polling stays.
      connect().catch(() => undefined)
    }, CONNECT_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, api, account])
}
